// A queue forgets where its elements begin once it was full: three puts and a get are needed.
#include <stdlib.h>

struct queue {
    int *items;
    unsigned used, first;
};

struct queue *queue_new(void) {
    struct queue *queue = calloc(1, sizeof *queue);
    if (queue)
        queue->items = calloc(3, sizeof *queue->items);
    return queue;
}

void queue_free(struct queue *queue) {
    if (!queue)
        return;
    free(queue->items);
    free(queue);
}

int queue_put(struct queue *queue, int item) {
    if (!queue || !queue->items || queue->used == 3)
        return 0;
    queue->items[queue->used++] = item;
    if (queue->used == 3)
        queue->first = 3;
    return 1;
}

int queue_get(struct queue *queue) {
    if (!queue || !queue->items || queue->used == 0)
        return 0;
    queue->used--;
    return queue->items[queue->first]; //~ out-of-bounds
}

// A queue that keeps its promises, whatever it is asked in which order.
#include <stdlib.h>

struct queue {
    int items[4];
    unsigned first, used;
};

struct queue *queue_new(void) { return calloc(1, sizeof(struct queue)); }

void queue_free(struct queue *queue) { free(queue); }

int queue_put(struct queue *queue, int item) {
    if (!queue || queue->used == 4)
        return 0;
    queue->items[(queue->first + queue->used++) % 4] = item;
    return 1;
}

int queue_get(struct queue *queue, int *item) {
    if (!queue || !item || queue->used == 0)
        return 0;
    *item = queue->items[queue->first];
    queue->first = (queue->first + 1) % 4;
    queue->used--;
    return 1;
}

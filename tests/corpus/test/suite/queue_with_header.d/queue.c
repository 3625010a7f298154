// A queue behind a header: tests are written for cmocka, include the header, and ask the queue for its size.
//@ test: --framework cmocka --max-paths 300 --time 100s --seed 0 --jobs 1
//@ coverage: >= 11
//@ keeps: /queue.h <cmocka.h> "static void test_queue_new(void **state)" "assert_int_equal(queue_size(queue), 0);" cmocka_unit_test(
//@ make: check
#include "queue.h"

#include <stdlib.h>

struct queue {
    int values[4];
    unsigned first, count;
};

struct queue *queue_new(void) { return calloc(1, sizeof(struct queue)); }

int queue_add(struct queue *queue, int value) {
    if (!queue || queue->count == 4)
        return 0;
    queue->values[(queue->first + queue->count++) % 4] = value;
    return 1;
}

int queue_take(struct queue *queue, int *value) {
    if (!queue || !value || queue->count == 0)
        return 0;
    *value = queue->values[queue->first];
    queue->first = (queue->first + 1) % 4;
    queue->count--;
    return 1;
}

int queue_size(const struct queue *queue) { return queue ? (int)queue->count : 0; }

void queue_free(struct queue *queue) { free(queue); }

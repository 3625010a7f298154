// A creator stores the pointer to what it makes and returns whether it could; one of no size divides by zero.
//@ check: queue_slot --pointers nonnull
#include <stdlib.h>

struct queue {
    unsigned size;
};

int queue_open(unsigned size, struct queue **out) {
    struct queue *q;
    if (size > 100)
        return -1;
    q = malloc(sizeof *q);
    if (!q)
        return -1;
    q->size = size;
    *out = q;
    return 0;
}

unsigned queue_slot(const struct queue *q, unsigned number) {
    return number % q->size; //~ division-by-zero assuming nothing
}

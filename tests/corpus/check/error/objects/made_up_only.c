// No stack that the code makes has more than two numbers; only a made-up one has.
//@ check: stack_push --pointers nonnull
#include <stdlib.h>

struct stack {
    unsigned used;
    int items[2];
};

struct stack *stack_new(void) {
    return calloc(1, sizeof(struct stack));
}

void stack_push(struct stack *s, int value) {
    if (s->used == 2)
        return;
    s->items[s->used++] = value; //~ out-of-bounds assuming made-up
}

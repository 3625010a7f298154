// What the code itself makes has room for two numbers: the third push of a caller goes beyond it.
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
    s->items[s->used++] = value; //~ out-of-bounds assuming nothing
}

void stack_free(struct stack *s) {
    free(s);
}

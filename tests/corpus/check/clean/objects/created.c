// A third push is refused.
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
    if (s->used < 2)
        s->items[s->used++] = value;
}

void stack_free(struct stack *s) {
    free(s);
}

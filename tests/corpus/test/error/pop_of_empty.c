// An element is taken from an empty stack.
#include <stdlib.h>

struct stack {
    int items[4];
    unsigned used;
};

struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }

int stack_push(struct stack *stack, int item) {
    if (!stack || stack->used >= 4)
        return 0;
    stack->items[stack->used++] = item;
    return 1;
}

int stack_pop(struct stack *stack) {
    if (!stack)
        return 0;
    stack->used--;
    return stack->items[stack->used & 7]; //~ out-of-bounds
}

void stack_free(struct stack *stack) { free(stack); }

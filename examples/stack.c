/* A stack of numbers: what `coax test` writes tests for, and where it finds a call too many.
 *
 *   coax test examples/stack.c
 */
#include <stdlib.h>

struct stack {
    int *items;
    int count, room;
};

struct stack *stack_new(int room) {
    if (room <= 0 || room > 1000)
        return NULL;
    struct stack *stack = malloc(sizeof *stack);
    if (!stack)
        return NULL;
    stack->items = malloc((size_t)room * sizeof *stack->items);
    if (!stack->items) {
        free(stack);
        return NULL;
    }
    stack->count = 0;
    stack->room = room;
    return stack;
}

void stack_free(struct stack *stack) {
    if (!stack)
        return;
    free(stack->items);
    free(stack);
}

/* Whether there was room. */
int stack_push(struct stack *stack, int item) {
    if (stack->count == stack->room)
        return 0;
    stack->items[stack->count++] = item;
    return 1;
}

int stack_pop(struct stack *stack) {
    return stack->items[--stack->count];
}

/* How many items there are of this value. */
int stack_has(const struct stack *stack, int item) {
    int found = 0;
    for (int i = 0; i < stack->count; i++)
        found += stack->items[i] == item;
    return found;
}

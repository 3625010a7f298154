// A stack that is created, filled to its capacity, emptied and destroyed.
//@ coverage: >= 9
//@ repeat: same
//@ keeps: "static void test_stack_pop_of_null_returns_minus_1(void)" "stack_free(stack);" TEST(test_stack_new)
//@ make: check
#include <stdlib.h>

struct stack {
    int items[3];
    int used;
};

struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }

int stack_push(struct stack *stack, int item) {
    if (!stack)
        return -1;
    if (stack->used == 3)
        return 0;
    stack->items[stack->used++] = item;
    return 1;
}

int stack_pop(struct stack *stack, int *item) {
    if (!stack || !item)
        return -1;
    if (stack->used == 0)
        return 0;
    *item = stack->items[--stack->used];
    return 1;
}

void stack_free(struct stack *stack) { free(stack); }

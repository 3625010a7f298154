// The implementation.
#include "stack.h"
#include <stdlib.h>

struct Stack { int *items, used, capacity, errors; };

struct Stack *stack_new(void) { return calloc(1, sizeof(struct Stack)); }
void stack_push(struct Stack *s, int v) {
    if (s->used == s->capacity) {
        s->capacity = s->capacity * 2 + 1;
        s->items = realloc(s->items, (size_t)s->capacity * sizeof *s->items);
    }
    s->items[s->used++] = v;
}
int stack_pop(struct Stack *s) {
    if (s->used == 0) {
        s->errors++;
        return -1;
    }
    return s->items[--s->used];
}
int stack_errors(const struct Stack *s) { return s->errors; }
void stack_free(struct Stack *s) {
    free(s->items);
    free(s);
}

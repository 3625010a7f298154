// A small library in its own file: opaque type, callbacks, error codes.
//@ args: 3 4 + 2 *
//@ exit: 14
#include "stack.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    struct Stack *s = stack_new();
    for (int i = 1; i < argc; i++) {
        if (strchr("+-*", argv[i][0]) && !argv[i][1]) {
            int b = stack_pop(s), a = stack_pop(s);
            stack_push(s, argv[i][0] == '+' ? a + b : argv[i][0] == '-' ? a - b : a * b);
        } else
            stack_push(s, atoi(argv[i]));
    }
    int result = stack_pop(s);
    printf("%d %d %d\n", result, stack_pop(s), stack_errors(s));
    stack_free(s);
    return result;
}

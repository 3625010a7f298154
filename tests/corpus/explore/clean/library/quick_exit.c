// Leaving by quick_exit runs the handlers made for it, the last one first, and keeps the status.
//@ paths: 3
//@ outcomes: 0 9 14
#include <coax.h>
#include <stdlib.h>

static int order;

static void second(void) {
    if (order == 1)
        _Exit(order + 13);
}

static void first(void) { order++; }

// Three ways out: one without handlers, two by quick_exit, one of which a handler cuts short.
int main(void) {
    int x = coax_int("x");
    if (x == 0)
        return 0;
    at_quick_exit(second);
    if (x > 0)
        at_quick_exit(first);
    quick_exit(9);
}

// quick_exit runs only at_quick_exit handlers, in reverse order.
//@ exit: 9
#include <stdio.h>
#include <stdlib.h>

static void normal(void) { fputs("normal must not run\n", stderr); }
static void one(void) { fputs("one\n", stderr); }
static void two(void) { fputs("two\n", stderr); }

int main(void) {
    atexit(normal);
    at_quick_exit(one);
    at_quick_exit(two);
    fputs("start\n", stderr);
    quick_exit(9);
}

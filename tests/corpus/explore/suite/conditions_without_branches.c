// Paths that differ only in what a condition comes out as, or in which call is come back from, leave tests, too.
//@ explore: --tests new-coverage
//@ outcomes: 0 1 2
//@ coverage: full
#include <coax.h>
#include <stdlib.h>

static int both(int a, int b) { return a && b; }

static void check(int x) {
    if (x < 0)
        exit(2);
}

int main(void) {
    int x = coax_int("x"), y = coax_int("y");
    check(x);
    check(y);
    if (both(x == 3, y == 4))
        return 1;
    return 0;
}

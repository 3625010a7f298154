// Paths that differ only in what a condition comes out as, which call is come back from or which case it is leave tests, too.
//@ explore: --tests new-coverage
//@ outcomes: 0 1 2 3 4 5
//@ coverage: full
#include <coax.h>
#include <stdlib.h>

static int both(int a, int b) { return a && b; }

static void check(int x) {
    if (x < 0)
        exit(5);
}

int main(void) {
    int x = coax_int("x"), y = coax_int("y");
    check(x);
    check(y);
    int found = both(x == 3, y == 4) ? 1 : 0;
    switch (x) {
    case 7:
    case 8:
        return 2;
    case 9:
        return y > 5 ? 3 : 4;
    default:
        return found;
    }
}

// What only a run that fails comes to is covered, too.
//@ paths: 3
//@ coverage: 6/8
#include <coax.h>
#include <stdlib.h>

static int twice(int x) { return x > 7 ? 2 * x : x; }

int main(void) {
    int x = coax_int("x");
    coax_assume(x > 0 && x < 100);
    if (x == 42) {
        x = twice(x);
        abort(); //~ abort
    }
    return twice(x) > 5;
}

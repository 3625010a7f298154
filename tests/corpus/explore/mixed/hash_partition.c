// A partition of the arguments of a native function says which values are worth trying.
//@ outcomes: 3 4 13 14 20
//@ policy: --concretize mixed --heuristics none --nonlinear smt => 4 13 14 20
//@ policy: --concretize mixed --heuristics partition --nonlinear smt => 3 4 13 14 20
//@ policy: --concretize mixed => 3 4 13 14 20
#include <coax.h>

// 10 * x for 0..10, 0 elsewhere.
COAX_CONCRETE COAX_PARTITION(x > 3, x <= 3) static int hash(int x) {
    return x >= 0 && x <= 10 ? 10 * x : 0;
}

// The exit status tells the path: S0 is 0 and S1 is 10, S3 adds 3 and S4 adds 4.
// S0 and S3 together need an x beyond 1; the part x > 3 asks for one.
static int test(int x, int y) {
    int path;
    if (y == hash(x))
        path = 0;
    else
        path = 10;
    if (y > 10)
        path += 3;
    else
        path += 4;
    return path;
}

int main(void) {
    int x = coax_int("x");
    int y = coax_int("y");
    if (x > 0)
        return test(x, y);
    return 20;
}

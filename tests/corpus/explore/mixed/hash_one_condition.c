// Nothing says where the argument of a native function must lie; only trying several values helps.
//@ outcomes: 3 4 13 14 20
//@ policy: --concretize mixed --heuristics none --nonlinear smt => 4 13 14 20
//@ policy: --concretize mixed --heuristics incremental=8 --nonlinear smt => 3 4 13 14 20
//@ policy: --concretize mixed --heuristics none => 3 4 13 14 20
//@ policy: --concretize mixed => 3 4 13 14 20
//@ policy: --concretize dart => 4 13 14 20
//@ policy: --concretize exe => 4 13 14 20
#include <coax.h>

// 10 * x for 0..10, 0 elsewhere.
COAX_CONCRETE static int hash(int x) { return x >= 0 && x <= 10 ? 10 * x : 0; }

// The exit status tells the path: S0 is 0 and S1 is 10, S3 adds 3 and S4 adds 4.
// With x = 1, y == hash(x) is y == 10, and y > 10 excludes it. S0 and S3 together (status 3) need
// another x, such as 2, and no condition on x asks for one.
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

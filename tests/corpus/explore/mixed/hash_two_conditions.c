// A native function in the path condition, and another condition that says where to look.
//@ outcomes: 3 4 13 14 20
//@ policy: --concretize mixed --heuristics none --nonlinear smt => 3 4 13 14 20
//@ policy: --concretize mixed => 3 4 13 14 20
//@ policy: --concretize dart => 3 13 14 20
//@ policy: --concretize exe => 4 14 20
#include <coax.h>

// 10 * x for 0..10, 0 elsewhere.
COAX_CONCRETE static int hash(int x) { return x >= 0 && x <= 10 ? 10 * x : 0; }

// The exit status tells the path: S0 is 0 and S1 is 10, S3 adds 3 and S4 adds 4.
// `dart` gets to S0 with x = 4 and y = 40; turning x > 3 around there, it keeps y == 40, which is not
// hash(x) any more: the run diverges, and it never gets S0 and S4 together. `exe` fixes x = 1 at the
// call, and x > 3 is out of reach.
static int test(int x, int y) {
    int path;
    if (y == hash(x))
        path = 0;
    else
        path = 10;
    if (x > 3 && y > 10)
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

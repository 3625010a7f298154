// A number that an earlier path needed is worth trying on a path that says nothing about it.
//@ outcomes: 1 2 3 4
//@ policy: --concretize mixed --heuristics none --nonlinear smt => 1 2 4
//@ policy: --concretize mixed --heuristics residual --nonlinear smt => 1 2 3 4
//@ policy: --concretize mixed => 1 2 3 4
#include <coax.h>

COAX_CONCRETE static int identity(int x) { return x; }

// The search begins with all inputs 0 and goes depth first: y > 0 is solved (by 1) before the other
// mode is entered, and there y is free. Only y = 1 gives status 3.
int main(void) {
    int mode = coax_int("mode");
    int x = coax_int("x");
    int y = coax_int("y");
    if (mode == 0) {
        if (y <= 0)
            return 1;
        return 2;
    }
    if (x <= 0 && identity(y) == 1)
        return 3;
    return 4;
}

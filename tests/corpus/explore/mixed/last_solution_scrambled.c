// The number that an earlier path needed, where nothing else leads to it.
//@ outcomes: 1 2 3 4
//@ policy: --concretize mixed --heuristics none --nonlinear smt => 1 2 4
//@ policy: --concretize mixed --heuristics residual --nonlinear smt => 1 2 3 4
#include <coax.h>

// One to one, and far from anything that leads back.
COAX_CONCRETE static unsigned scramble(unsigned y) { return y * 2654435761u ^ 0x5bd1e995u; }

// The search begins with all inputs 0 and goes depth first: y == 31415 is solved before the other mode
// is entered, and there y is free. Only y = 31415 gives status 3.
int main(void) {
    int mode = coax_int("mode");
    unsigned y = coax_uint("y");
    if (mode == 0) {
        if (y == 31415)
            return 2;
        return 1;
    }
    if (scramble(y) == 0xd277be12u)
        return 3;
    return 4;
}

// The conditions of a partition are about what the function is given, here a sum.
//@ outcomes: 0 1 2
//@ policy: --concretize mixed --heuristics none --nonlinear smt => 0 1
//@ policy: --concretize mixed --heuristics partition --nonlinear smt => 0 1 2
#include <coax.h>

// 10 * x for 0..10, 0 elsewhere.
COAX_CONCRETE COAX_PARTITION(x > 3, x <= 3) static int hash(int x) {
    return x >= 0 && x <= 10 ? 10 * x : 0;
}

// z + 1 > 0 alone gives z = 0, and hash(1) is not beyond 10; z + 1 > 3 gives one that is.
int main(void) {
    int z = coax_int("z");
    int y = coax_int("y");
    coax_assume(z < 1000);
    if (z + 1 <= 0)
        return 0;
    if (y == hash(z + 1) && y > 10)
        return 2;
    return 1;
}

// The square by a native function: only its values are known, and status 0 is still unreachable.
//@ outcomes: 1
//@ policy: --concretize mixed --heuristics none => 1
//@ policy: --concretize mixed => 1
//@ policy: --concretize dart => 1
//@ policy: --concretize exe => 1
#include <coax.h>

COAX_CONCRETE static long square(long x) { return x * x; }

// For x >= 0, the square of x is never below x. (The square of an int fits a long.)
int main(void) {
    int x = coax_int("x");
    int y = coax_int("y");
    if (x >= 0 && x > y && y == square(x))
        return 0;
    return 1;
}

// A value used for x in x * x must stay x's value: forgetting that makes status 0 look reachable.
//@ outcomes: 1
//@ policy: --concretize mixed --heuristics none => 1
//@ policy: --concretize mixed => 1
//@ policy: --concretize dart => 1
//@ policy: --concretize exe => 1
//@ policy: --concretize mixed --nonlinear icp => 1
//@ policy: --concretize mixed --nonlinear search => 1
#include <coax.h>

// For x >= 0, x * x is never below x. (The product of two ints fits a long.)
int main(void) {
    int x = coax_int("x");
    int y = coax_int("y");
    if (x >= 0 && x > y && y == (long)x * x)
        return 0;
    return 1;
}

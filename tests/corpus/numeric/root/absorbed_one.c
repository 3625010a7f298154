// The 1 below the root gets lost.
//@ solution: x=1e8
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 0 && x < 1e9 && sqrt(x * x + 1) == x)
        coax_assert(0);
    return 0;
}

// The negative side of a hyperbolic cosine.
//@ solution: x=-1.3169578969248166
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x < 0 && fabs(cosh(x) - 2) < 1e-8)
        coax_assert(0);
    return 0;
}

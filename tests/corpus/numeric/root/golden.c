// The golden ratio as a fixed point.
//@ solution: x=1.618033988749895
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 0 && fabs(x - sqrt(1 + x)) < 1e-12)
        coax_assert(0);
    return 0;
}

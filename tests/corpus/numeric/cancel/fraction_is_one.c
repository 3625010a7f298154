// The fractional part of a small negative number.
//@ solution: x=-1e-20
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x - floor(x) >= 1.0)
        coax_assert(0);
    return 0;
}

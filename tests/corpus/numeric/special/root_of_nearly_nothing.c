// The root of a tiny negative number.
//@ solution: x=-1e-310
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > -1e-300 && sqrt(x) != sqrt(x))
        coax_assert(0);
    return 0;
}

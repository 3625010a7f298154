// A logarithm that is 0 for a number that is not.
//@ solution: x=1e-17
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 1e-18 && log(1 + x) == 0)
        coax_assert(0);
    return 0;
}

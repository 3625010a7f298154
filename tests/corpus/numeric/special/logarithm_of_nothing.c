// A logarithm below all numbers.
//@ solution: x=0
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (log(x) < -1e300)
        coax_assert(0);
    return 0;
}

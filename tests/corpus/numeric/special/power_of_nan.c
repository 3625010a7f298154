// Anything to the power of 0 is 1.
//@ solution: x=nan
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x != x && pow(x, 0.0) == 1.0)
        coax_assert(0);
    return 0;
}

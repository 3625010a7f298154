// Rounding one half to a whole number.
//@ solution: x=2.5
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 2.4 && x < 2.6 && lround(x) == 3 && x <= 2.5)
        coax_assert(0);
    return 0;
}

// Rounding by adding one half.
//@ solution: x=0.49999999999999994
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 0 && x < 1 && (int)(x + 0.5) != (int)round(x))
        coax_assert(0);
    return 0;
}

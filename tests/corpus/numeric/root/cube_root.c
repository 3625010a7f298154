// The cube root of a negative number.
//@ solution: x=-125
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (cbrt(x) < -4.99 && cbrt(x) > -5.01)
        coax_assert(0);
    return 0;
}

// The root of a negative number is not a number.
//@ unsatisfiable: the root is NaN, which compares false
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x < 0 && sqrt(x) >= 0)
        coax_assert(0);
    return 0;
}

// Sine and cosine of one angle.
//@ unsatisfiable: the sum is 1 but for rounding
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (fabs(x) <= 100 && sin(x) * sin(x) + cos(x) * cos(x) > 1.1)
        coax_assert(0);
    return 0;
}

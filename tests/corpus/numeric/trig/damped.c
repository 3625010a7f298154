// The first trough of a damped oscillation.
//@ solution: x=4.6
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 0 && exp(-0.1 * x) * sin(x) < -0.6)
        coax_assert(0);
    return 0;
}

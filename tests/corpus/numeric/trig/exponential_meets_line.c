// The larger of two points where an exponential meets a line.
//@ solution: x=1.5121345516578424
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 1 && fabs(exp(x) - 3 * x) < 1e-9)
        coax_assert(0);
    return 0;
}

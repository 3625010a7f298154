// A root that has no formula.
//@ solution: x=1.1673039782614187
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (fabs(x * x * x * x * x - x - 1) < 1e-7)
        coax_assert(0);
    return 0;
}

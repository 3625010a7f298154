// Two equations in two angles.
//@ solution: x=1.9081038082246635 y=0.98080859022305134
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (fabs(sin(x) + cos(y) - 1.5) < 1e-6 && fabs(cos(x) + sin(y) - 0.5) < 1e-6)
        coax_assert(0);
    return 0;
}

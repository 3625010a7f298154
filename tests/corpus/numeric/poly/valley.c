// The bottom of a long curved valley.
//@ solution: x=1 y=1
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if ((1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x) < 1e-12)
        coax_assert(0);
    return 0;
}

// A root that is exact.
//@ solution: x=3.0625
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (sqrt(x) == 1.75)
        coax_assert(0);
    return 0;
}

// A root of a root.
//@ solution: x=5.0625
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 1 && sqrt(sqrt(x)) == 1.5)
        coax_assert(0);
    return 0;
}

// One double whose sine is exactly one half.
//@ solution: x=0.52359877559829893
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 0 && x < 1 && sin(x) == 0.5)
        coax_assert(0);
    return 0;
}

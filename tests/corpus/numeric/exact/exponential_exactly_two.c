// A double whose exponential is exactly 2.
//@ solution: x=0.69314718055994529
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (exp(x) == 2.0)
        coax_assert(0);
    return 0;
}

// The first exponentials that overflow.
//@ solution: x=709.79
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x < 710 && exp(x) == INFINITY)
        coax_assert(0);
    return 0;
}

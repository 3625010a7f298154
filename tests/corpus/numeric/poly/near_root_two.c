// The negative root of two, to nine digits.
//@ solution: x=-1.414213562373095
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x < 0 && fabs(x * x - 2) < 1e-9)
        coax_assert(0);
    return 0;
}

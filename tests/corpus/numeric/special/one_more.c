// Adding 1 is seen below 1e15.
//@ unsatisfiable: doubles below 2^53 have a unit of at most 1
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (fabs(x) < 1e15 && x + 1 == x)
        coax_assert(0);
    return 0;
}

// A square beyond the largest number.
//@ solution: x=1e180
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x < 1e200 && x * x == INFINITY && x > 0)
        coax_assert(0);
    return 0;
}

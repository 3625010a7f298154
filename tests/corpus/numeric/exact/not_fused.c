// Rounding once or twice.
//@ solution: x=1.0052083333333333
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 1 && x < 2 && fma(x, x, -1.0) != x * x - 1.0)
        coax_assert(0);
    return 0;
}

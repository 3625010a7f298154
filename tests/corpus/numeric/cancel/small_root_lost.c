// The small root of a quadratic vanishes.
//@ solution: b=5e8
#include <coax.h>
#include <math.h>

int main(void) {
    double b = coax_double("b");
    if (b > 1 && b < 1e9 && sqrt(b * b - 4) - b == 0)
        coax_assert(0);
    return 0;
}

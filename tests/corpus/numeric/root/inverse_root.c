// A large inverse root of a small number.
//@ solution: x=1e-7
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 0 && 1 / sqrt(x) > 1000)
        coax_assert(0);
    return 0;
}

// A maximum leaves NaN out.
//@ solution: x=nan
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (fmax(x, 1.0) == 1.0 && !(x <= 1.0))
        coax_assert(0);
    return 0;
}

// A slope that is wrong by a tenth.
//@ solution: x=1e-15
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 0 && x < 1e-14 && (exp(x) - 1) / x > 1.09)
        coax_assert(0);
    return 0;
}

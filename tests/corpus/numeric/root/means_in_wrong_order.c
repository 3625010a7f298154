// A geometric mean beyond the arithmetic one.
//@ unsatisfiable: the geometric mean is the smaller one; rounding adds less than 1e-12
#include <coax.h>
#include <math.h>

int main(void) {
    double a = coax_double("a");
    double b = coax_double("b");
    if (a >= 0 && a <= 1000 && b >= 0 && b <= 1000 && sqrt(a * b) > (a + b) / 2 + 1e-6)
        coax_assert(0);
    return 0;
}

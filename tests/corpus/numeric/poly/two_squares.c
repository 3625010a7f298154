// The square of a difference, written out.
//@ unsatisfiable: the difference of the sides is (x - y) squared; rounding adds less than 1e-9
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (fabs(x) <= 1000 && fabs(y) <= 1000 && x * x + y * y < 2 * x * y - 0.001)
        coax_assert(0);
    return 0;
}

// A square is not negative.
//@ unsatisfiable: squares are not below 0, and NaN compares false
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x * x < 0)
        coax_assert(0);
    return 0;
}

// Cutting off the fraction.
//@ solution: x=42.5
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    coax_assume(x > -1e9 && x < 1e9);
    if ((int)x == 42 && x != 42.0)
        coax_assert(0);
    return 0;
}

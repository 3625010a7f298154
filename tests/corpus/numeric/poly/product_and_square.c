// Two equations, both non-linear.
//@ solution: x=3 y=4
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (x * y == 12 && x * x * y == 36)
        coax_assert(0);
    return 0;
}

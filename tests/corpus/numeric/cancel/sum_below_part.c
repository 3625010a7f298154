// A sum of positive numbers is not larger than the first.
//@ solution: x=9e16 y=1.5
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (y > 1 && x < 1e17 && x + y == x)
        coax_assert(0);
    return 0;
}

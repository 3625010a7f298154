// One of four minima: the one with both coordinates negative.
//@ solution: x=-3.779310253 y=-3.283185991
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    double a = x * x + y - 11;
    double b = x + y * y - 7;
    if (x < 0 && y < 0 && a * a + b * b < 1e-8)
        coax_assert(0);
    return 0;
}

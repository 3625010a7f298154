// A power with both arguments unknown.
//@ solution: x=2 y=10
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (y > 9 && y < 11 && x < 2.2 && pow(x, y) > 1023.9 && pow(x, y) < 1024.1)
        coax_assert(0);
    return 0;
}

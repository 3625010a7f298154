// A small piece of a ring.
//@ solution: x=-7.0446 y=7.1283
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (atan2(y, x) > 2.3 && atan2(y, x) < 2.4 && x * x + y * y > 100 && x * x + y * y < 101)
        coax_assert(0);
    return 0;
}

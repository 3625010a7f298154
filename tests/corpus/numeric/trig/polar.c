// Length and angle of a vector.
//@ solution: x=3 y=4
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (hypot(x, y) > 4.999 && hypot(x, y) < 5.001 && atan2(y, x) > 0.92 && atan2(y, x) < 0.93)
        coax_assert(0);
    return 0;
}

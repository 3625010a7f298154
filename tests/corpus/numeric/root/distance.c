// A point at an exact distance.
//@ solution: x=2 y=3 z=6
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    double z = coax_double("z");
    if (x > 1 && x < y && y < z && sqrt(x * x + y * y + z * z) == 7)
        coax_assert(0);
    return 0;
}

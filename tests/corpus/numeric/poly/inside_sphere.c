// A point in a small ball that lies beyond a plane.
//@ solution: x=0.055 y=0.055 z=0.055
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    double z = coax_double("z");
    if (x * x + y * y + z * z < 0.01 && x + y + z > 0.15)
        coax_assert(0);
    return 0;
}

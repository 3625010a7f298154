// A right-angled triangle with long sides.
//@ solution: x=3000 y=4000 z=5000
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    double z = coax_double("z");
    if (x > 1000 && y > x && z > 0 && x * x + y * y == z * z)
        coax_assert(0);
    return 0;
}

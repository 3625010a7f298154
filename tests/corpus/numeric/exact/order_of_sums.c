// The order of additions matters.
//@ solution: x=1.002 y=1.0014000000000001 z=1.0005999999999999
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    double z = coax_double("z");
    if (x > 1 && x < 2 && y > 1 && y < 2 && z > 1 && z < 2 && (x + y) + z != x + (y + z))
        coax_assert(0);
    return 0;
}

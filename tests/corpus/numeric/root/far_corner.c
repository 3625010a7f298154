// The distance of a far corner.
//@ unsatisfiable: the distance is at least sqrt(18)
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (x >= 3 && y >= 3 && sqrt(x * x + y * y) < 4)
        coax_assert(0);
    return 0;
}

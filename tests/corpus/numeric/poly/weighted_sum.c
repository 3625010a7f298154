// A polynomial in three unknowns hits a value exactly.
//@ solution: x=3 y=4 z=5
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    double z = coax_double("z");
    if (x > 1 && y > 1 && z > 1 && x * y + y * z + z * x == 47 && x + y + z == 12)
        coax_assert(0);
    return 0;
}

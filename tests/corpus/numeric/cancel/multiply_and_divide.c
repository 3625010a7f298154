// Dividing does not undo multiplying.
//@ solution: x=1.4910000000000001 y=1.3437000000000001
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (x > 1 && x < 2 && y > 1 && y < 2 && x * y / y != x)
        coax_assert(0);
    return 0;
}

// A circle and a line meet in two points with whole coordinates.
//@ solution: x=3 y=4
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (x * x + y * y == 25 && x + y == 7)
        coax_assert(0);
    return 0;
}

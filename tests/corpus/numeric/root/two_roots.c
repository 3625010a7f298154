// The sum of two roots and the difference of their arguments.
//@ solution: x=16 y=9
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (sqrt(x) + sqrt(y) == 7 && x - y == 7)
        coax_assert(0);
    return 0;
}

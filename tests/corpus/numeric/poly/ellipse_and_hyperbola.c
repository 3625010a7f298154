// A thin region between two curves.
//@ solution: x=1.4 y=0.7
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (x * x / 4 + y * y < 1 && x * y > 0.9)
        coax_assert(0);
    return 0;
}

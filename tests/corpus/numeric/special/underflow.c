// A square below the smallest number.
//@ solution: x=1e-200
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x != 0 && x * x == 0)
        coax_assert(0);
    return 0;
}

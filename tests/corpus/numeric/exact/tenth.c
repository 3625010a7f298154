// The double next to a tenth.
//@ solution: x=0.1
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x * 10.0 == 1.0)
        coax_assert(0);
    return 0;
}

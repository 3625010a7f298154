// A number below the normal ones.
//@ solution: x=1e-312
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x > 0 && x < 1e-310)
        coax_assert(0);
    return 0;
}

// The other zero.
//@ solution: x=-0.0
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x == 0 && 1 / x < 0)
        coax_assert(0);
    return 0;
}

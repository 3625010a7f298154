// The only number that differs from itself.
//@ solution: x=nan
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x != x)
        coax_assert(0);
    return 0;
}

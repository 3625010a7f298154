// Adding and taking away a large number rounds to even.
//@ solution: x=1.5
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x != 2.0 && (x + 1e16) - 1e16 == 2.0)
        coax_assert(0);
    return 0;
}

// No double squared is exactly 2.
//@ unsatisfiable: the two doubles around the root give 1.9999999999999996 and 2.0000000000000004
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x * x == 2.0)
        coax_assert(0);
    return 0;
}

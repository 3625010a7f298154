// A number three of which are one.
//@ solution: x=0.33333333333333337
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x + x + x == 1.0 && x > 0.33333333333333334)
        coax_assert(0);
    return 0;
}

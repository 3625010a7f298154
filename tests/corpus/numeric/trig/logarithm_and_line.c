// A logarithm and its argument.
//@ solution: x=2.2079400315693
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (log(x) + x > 2.9999999 && log(x) + x < 3.0000001)
        coax_assert(0);
    return 0;
}

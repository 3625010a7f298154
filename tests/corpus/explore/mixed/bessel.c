// A Bessel function of the C library, between two conditions on its argument and its value.
//@ outcomes: 1 2
//@ policy: --concretize mixed => 1 2
#include <coax.h>
#include <math.h>
#include <stdio.h>

// y0(1.25) is 0.258; y0 is above 0.2 between 1.16 and 3.47, 7.87 and 9.34, 14.65 and 15.15.
int main(void) {
    double x = coax_double("x");
    double y = y0(x);
    if (x >= 1.25 && y > 0.2) {
        puts("first");
        return 1;
    }
    puts("second");
    return 2;
}

// sqrt is exact where it can be.
//@ outcomes: 0 1 2
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    coax_assume(x >= 0);
    coax_assume(x <= 1000);
    double r = sqrt(x);
    if (r == 3.5)
        return 1;
    if (r > 15)
        return 2;
    return 0;
}

// Three roots inside each other.
//@ solution: x=6.0772513706124487
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    double n = sqrt(x + sqrt(x + sqrt(x)));
    if (n > 2.99999 && n < 3.00001)
        coax_assert(0);
    return 0;
}

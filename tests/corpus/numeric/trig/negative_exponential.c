// An exponential is not negative.
//@ unsatisfiable: exponentials are not below 0
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (exp(x) < 0)
        coax_assert(0);
    return 0;
}

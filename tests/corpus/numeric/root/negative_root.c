// A root is not negative.
//@ unsatisfiable: roots are NaN or at least -0, which is not below 0
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (sqrt(x) < 0)
        coax_assert(0);
    return 0;
}

// An exponential stays above its tangent.
//@ unsatisfiable: exp(x) is at least x + 1
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x >= -5 && x <= 5 && exp(x) < x + 0.999)
        coax_assert(0);
    return 0;
}

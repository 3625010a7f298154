// Coefficients for a given root.
//@ solution: b=-7 c=5
#include <coax.h>
#include <math.h>

int main(void) {
    double b = coax_double("b");
    double c = coax_double("c");
    if (b < -6 && c > 4 && b * b - 8 * c >= 0 && (-b + sqrt(b * b - 8 * c)) / 4 == 2.5)
        coax_assert(0);
    return 0;
}

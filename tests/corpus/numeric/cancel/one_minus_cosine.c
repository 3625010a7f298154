// A cosine that rounds to 1.
//@ solution: x=1e-8
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 1e-9 && 1 - cos(x) == 0)
        coax_assert(0);
    return 0;
}

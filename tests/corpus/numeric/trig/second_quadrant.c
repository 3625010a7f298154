// Sine and cosine decide the quadrant.
//@ solution: x=2.356
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (sin(x) > 0.7 && cos(x) < -0.7)
        coax_assert(0);
    return 0;
}

// Squaring a root does not always give the number back.
//@ solution: x=1.00000012
#include <coax.h>
#include <math.h>

int main(void) {
    float x = coax_float("x");
    if (x > 1 && x < 2 && sqrtf(x) * sqrtf(x) != x)
        coax_assert(0);
    return 0;
}

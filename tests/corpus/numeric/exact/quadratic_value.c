// A quadratic expression hits a float exactly.
//@ solution: x=0.5
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x > 0 && x * x + x == 0.75f)
        coax_assert(0);
    return 0;
}

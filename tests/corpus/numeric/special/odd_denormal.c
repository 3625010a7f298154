// Halving and doubling loses the last bit.
//@ solution: x=1.4e-45
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x > 0 && x / 2.0f * 2.0f != x)
        coax_assert(0);
    return 0;
}

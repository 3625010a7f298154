// The smallest float that adding 1 does not change.
//@ solution: x=16777216
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x > 0 && x < 16777218.0f && x + 1.0f == x)
        coax_assert(0);
    return 0;
}

// The negative root of a cubic in single precision.
//@ solution: x=-2
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x < 0 && x * x * x == 2.0f * x * x + 5.0f * x - 6.0f)
        coax_assert(0);
    return 0;
}

// One float, with either sign, whose square is exactly 3.
//@ solution: x=-1.73205078
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x < 0 && x * x == 3.0f)
        coax_assert(0);
    return 0;
}

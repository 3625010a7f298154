// A float and its inverse.
//@ solution: x=3.2 y=0.3125
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    float y = coax_float("y");
    if (x > 3 && x < 4 && x * y == 1.0f)
        coax_assert(0);
    return 0;
}

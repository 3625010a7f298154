// A variance below zero.
//@ solution: x=1003.75 y=1003.875
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    float y = coax_float("y");
    if (x > 1000 && x < 2000 && y > x && y < 2000 &&
        (x * x + y * y) / 2 - (x + y) / 2 * ((x + y) / 2) < 0)
        coax_assert(0);
    return 0;
}

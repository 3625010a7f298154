// Infinities of one sign.
//@ solution: x=inf y=inf
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    float y = coax_float("y");
    if (x > 0 && y > 0 && x + y > 3e38f && x - y != x - y)
        coax_assert(0);
    return 0;
}

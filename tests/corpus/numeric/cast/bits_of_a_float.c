// A float by its bits.
//@ solution: x=1.33333325
#include <coax.h>
#include <string.h>

int main(void) {
    float x = coax_float("x");
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    if (x > 1 && x < 2 && (bits & 0x7fffff) == 0x2aaaaa)
        coax_assert(0);
    return 0;
}

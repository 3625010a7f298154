// A mask of n low bits cannot be made this way for n = 32.
//@ paths: 4
#include <coax.h>

// Refused, one good path, 32, and what follows that.
int main(void) {
    unsigned n = coax_uint("n");
    if (n > 32)
        return 2;
    unsigned mask = (1u << n) - 1; //~ shift-out-of-range
    return mask == 255;
}

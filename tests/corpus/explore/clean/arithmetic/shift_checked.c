// A mask of n low bits, with the full width treated apart.
//@ paths: 3
#include <coax.h>

// Too many, all of them, fewer.
int main(void) {
    unsigned n = coax_uint("n");
    if (n > 32)
        return 2;
    unsigned mask = n == 32 ? ~0u : (1u << n) - 1;
    return mask == 255;
}

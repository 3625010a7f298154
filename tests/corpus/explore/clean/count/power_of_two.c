// The trick for powers of two finds exactly those of a byte.
//@ paths: 2
//@ outcomes: 0 1
#include <assert.h>
#include <coax.h>

int main(void) {
    unsigned x = coax_uint("x") & 0xff;
    if ((x != 0) & ((x & (x - 1)) == 0)) {
        int one = (x == 1) | (x == 2) | (x == 4) | (x == 8) | (x == 16) | (x == 32) | (x == 64) | (x == 128);
        assert(one);
        return 1;
    }
    return 0;
}

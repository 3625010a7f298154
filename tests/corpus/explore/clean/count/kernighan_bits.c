// Clearing the lowest set bit until none is left.
//@ paths: 9
#include <coax.h>

// One path per number of set bits of a byte.
int main(void) {
    unsigned x = coax_uint("x") & 0xff;
    int n = 0;
    while (x) {
        x &= x - 1;
        n++;
    }
    return n;
}

// Euclid's algorithm on four-bit numbers.
//@ paths: 6
#include <assert.h>
#include <coax.h>

// One path per number of rounds. Below 16 there are at most 5 rounds (8 and 13, Fibonacci).
int main(void) {
    unsigned a = coax_uint("a"), b = coax_uint("b");
    coax_assume(a < 16);
    coax_assume(b < 16);
    while (b != 0) {
        unsigned r = a % b;
        a = b;
        b = r;
    }
    assert(a < 16);
    return 0;
}

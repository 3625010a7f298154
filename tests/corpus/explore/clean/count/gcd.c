// Euclid's algorithm on four-bit numbers.
//@ paths: 7
#include <assert.h>
#include <coax.h>

// One path per number of rounds: none to 5 (13 and 8, Fibonacci), and one more round when the
// smaller number comes first.
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

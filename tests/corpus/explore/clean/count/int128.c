// The full product of two 64-bit numbers.
//@ paths: 2
//@ outcomes: 0 1
#include <coax.h>

// Does the product need more than 64 bits?
int main(void) {
    unsigned long a, b;
    a = coax_size("a");
    b = coax_size("b");
    unsigned __int128 product = (unsigned __int128)a * b;
    if (product >> 64)
        return 1;
    return 0;
}

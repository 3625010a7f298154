// A loop bounded by an input between 0 and 7.
//@ paths: 8
//@ outcomes: 0 1 3 6 10 15 21 28
#include <coax.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n <= 7);
    unsigned sum = 0;
    for (unsigned i = 1; i <= n; i++)
        sum += i;
    return (int)sum;
}

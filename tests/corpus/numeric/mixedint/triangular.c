// A triangular number.
//@ solution: n=100
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n > 0 && n < 40000);
    if (n * (n + 1) / 2 == 5050)
        coax_assert(0);
    return 0;
}

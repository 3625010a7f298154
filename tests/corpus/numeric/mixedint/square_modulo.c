// A square modulo a prime.
//@ solution: n=10004
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n > 100 && n < 1000000);
    if ((long)n * n % 10007 == 9)
        coax_assert(0);
    return 0;
}

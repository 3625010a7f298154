// The factors of a product of two primes.
//@ solution: a=89 b=97
#include <coax.h>

int main(void) {
    int a = coax_int("a");
    int b = coax_int("b");
    coax_assume(a > 1 && a < 10000 && b > 1 && b < 10000);
    if (a < b && a * b == 8633)
        coax_assert(0);
    return 0;
}

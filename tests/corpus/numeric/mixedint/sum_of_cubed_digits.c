// A number that is the sum of its cubed digits.
//@ solution: n=407
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n >= 100 && n < 1000);
    int a = n / 100;
    int b = n / 10 % 10;
    int c = n % 10;
    if (a > 3 && a * a * a + b * b * b + c * c * c == n)
        coax_assert(0);
    return 0;
}

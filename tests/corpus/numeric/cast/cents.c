// 29 percent, two ways.
//@ solution: n=100
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n >= 0 && n < 1000);
    if ((int)(0.29 * n) != 29 * n / 100)
        coax_assert(0);
    return 0;
}

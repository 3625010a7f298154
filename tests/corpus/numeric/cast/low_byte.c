// The low byte and the whole number.
//@ solution: n=1287
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n > 1000 && n < 100000);
    if ((unsigned char)n == 7 && n % 3 == 0)
        coax_assert(0);
    return 0;
}

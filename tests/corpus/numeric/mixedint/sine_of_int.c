// The sine of a whole number, close to 1.
//@ solution: n=33
#include <coax.h>
#include <math.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n > 0 && n < 10000);
    if ((int)(1000 * sin(n)) == 999)
        coax_assert(0);
    return 0;
}

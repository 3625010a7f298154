// A whole root and a divisor.
//@ solution: n=10088
#include <coax.h>
#include <math.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n > 0);
    if ((int)sqrt((double)n) == 100 && n % 97 == 0)
        coax_assert(0);
    return 0;
}

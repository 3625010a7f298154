// A cube by a power of doubles.
//@ solution: n=11
#include <coax.h>
#include <math.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n > 0 && n < 100000);
    if ((long)pow((double)n, 3.0) == 1331)
        coax_assert(0);
    return 0;
}

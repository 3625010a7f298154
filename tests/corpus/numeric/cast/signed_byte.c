// A byte with a sign, scaled.
//@ solution: n=252
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n >= 0 && n < 256);
    if ((double)(signed char)n * 2.5 == -10.0)
        coax_assert(0);
    return 0;
}

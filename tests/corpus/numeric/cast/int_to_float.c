// An int that a float cannot hold.
//@ solution: n=16777217
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n > 0 && n < 100000000);
    if ((long)(float)n != n)
        coax_assert(0);
    return 0;
}

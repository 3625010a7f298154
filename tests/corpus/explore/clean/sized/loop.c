// A loop over an array of any length: one path per number of rounds.
//@ paths: 18
//@ outcomes: 0 99
#include <coax.h>
#include <stdlib.h>

// n from 0 to 16, and too large.
int main(void) {
    unsigned n = coax_uint("n");
    if (n > 16)
        return 99;
    short *p = malloc(n * sizeof *p);
    if (!p)
        return 1;
    for (unsigned i = 0; i < n; i++)
        p[i] = (short)i;
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += (unsigned)p[i];
    free(p);
    return sum != n * (n - 1) / 2;
}

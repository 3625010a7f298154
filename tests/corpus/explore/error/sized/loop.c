// The loop that fills an array goes one too far.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n <= 64);
    short *p = malloc(n * sizeof *p);
    if (!p)
        return 1;
    for (unsigned i = 0; i <= n; i++)
        p[i] = 1; //~ out-of-bounds
    free(p);
    return 0;
}

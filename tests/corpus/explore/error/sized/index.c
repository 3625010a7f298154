// Any index into an array of any length: one error, whatever the length.
//@ paths: <= 5
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n"), k = coax_uint("k");
    if (n > 64)
        return 0;
    int *p = calloc(n, sizeof *p);
    if (!p)
        return 1;
    int r = p[k]; //~ out-of-bounds
    free(p);
    return r;
}

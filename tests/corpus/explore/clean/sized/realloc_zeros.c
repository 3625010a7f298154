// Zeros that nobody has looked at are kept too when a block grows.
//@ outcomes: 0
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n >= 1 && n <= 8);
    char *p = calloc(n, 1);
    if (!p)
        return 1;
    p = realloc(p, 100);
    if (!p)
        return 1;
    int r = p[n - 1];
    free(p);
    return r;
}

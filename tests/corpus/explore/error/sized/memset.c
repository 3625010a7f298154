// Elements are counted where bytes are meant.
//@ paths: <= 5
#include <coax.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n <= 100);
    char *p = malloc(n);
    if (!p)
        return 1;
    memset(p, 0, n * 2); //~ out-of-bounds
    free(p);
    return 0;
}

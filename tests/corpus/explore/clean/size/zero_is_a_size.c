// Copying or allocating nothing is allowed.
#include <coax.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char from[4] = "abc", to[4] = "xyz";
    unsigned n = coax_uint("n");
    coax_assume(n <= 4);
    memcpy(to, from, n);
    char *p = malloc(n);
    if (p)
        memset(p, 0, n);
    free(p);
    return n == 0 && to[0] != 'x';
}

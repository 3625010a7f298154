// As much is copied as there is, not as there is room for.
#include <coax.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char from[32] = "a text of a certain length";
    unsigned n = coax_uint("n"), m = coax_uint("m");
    if (n > 32 || m > 32)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 1;
    memcpy(p, from, m); //~ out-of-bounds
    free(p);
    return 0;
}

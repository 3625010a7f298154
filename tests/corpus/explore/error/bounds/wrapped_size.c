// The size of an allocation wraps around, so the block is smaller than the count says.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n");
    unsigned bytes = n * (unsigned)sizeof(int);
    coax_assume(bytes <= 64);
    if (n == 0)
        return 0;
    int *v = malloc(bytes + 1);
    if (!v)
        return 2;
    v[0] = 1; //~ out-of-bounds
    int r = v[0];
    free(v);
    return r;
}

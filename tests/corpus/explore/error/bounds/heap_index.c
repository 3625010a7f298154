// An index is compared with the number of bytes instead of the number of elements.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    size_t bytes = 4 * sizeof(int);
    int *p = calloc(1, bytes);
    size_t i = coax_size("i");
    int r = 0;
    if (p && i < bytes)
        r = p[i]; //~ out-of-bounds
    free(p);
    return r;
}

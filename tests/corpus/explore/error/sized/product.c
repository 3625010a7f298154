// The product that is allocated wraps around.
//@ paths: <= 8
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n");
    if (n < 5 || n > 30000)
        return 0;
    unsigned short bytes = (unsigned short)(n * sizeof(int));
    int *p = malloc(bytes);
    if (!p)
        return 1;
    p[4] = 1; //~ out-of-bounds
    free(p);
    return 0;
}

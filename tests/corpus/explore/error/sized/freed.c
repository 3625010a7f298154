// A block of any size is used after it was freed.
//@ paths: <= 3
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n >= 4 && n <= 1000);
    char *p = malloc(n);
    if (!p)
        return 1;
    p[3] = 1;
    free(p);
    return p[3]; //~ use-after-free
}

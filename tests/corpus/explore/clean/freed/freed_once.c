// The block is freed exactly once on either side.
//@ paths: 2
#include <coax.h>
#include <stdlib.h>

int main(void) {
    int n = coax_int("n");
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = 5;
    int r = *p;
    if (n == 42) {
        free(p);
        return 1;
    }
    r += *p;
    free(p);
    return r;
}

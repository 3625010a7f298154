// One value in four billion frees the block early.
//@ paths: 2
#include <coax.h>
#include <stdlib.h>

int main(void) {
    int n = coax_int("n");
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = 5;
    if (n == 42)
        free(p);
    int r = *p; //~ use-after-free
    if (n != 42)
        free(p);
    return r;
}

// malloc does not clear, and not every element is written.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n <= 4);
    int *v = malloc(4 * sizeof *v);
    if (!v)
        return 2;
    for (unsigned i = 0; i < n; i++)
        v[i] = 1;
    int r = 0;
    if (v[3] == 1) //~ uninitialized-read
        r = 1;
    free(v);
    return r;
}

// A size that is never negative: what is too large for `malloc` is simply not there.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    size_t n = coax_size("n");
    if (n < (size_t)1 << 62)
        return 0;
    char *p = malloc(n);
    free(p);
    return p != NULL;
}

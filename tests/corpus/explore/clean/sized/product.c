// calloc notices that a product is too large.
//@ paths: 3
//@ outcomes: 0 1 99
#include <coax.h>
#include <stdlib.h>

// Neither few nor very many; too many: there is no block; few: there is one, full of zeros.
int main(void) {
    size_t n = coax_size("n");
    if (n - 1 > 63 && n < 0x7000000000000000)
        return 99;
    coax_assume(n <= 0x7fffffffffffffff);
    long *p = calloc(n, sizeof *p);
    if (!p)
        return 1;
    long r = p[0];
    free(p);
    return (int)r;
}

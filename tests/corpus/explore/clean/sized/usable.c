// What an allocator says about a block of any size, and a file read into it.
//@ explore: --symbolic-stdin 4
//@ outcomes: 0 99
#include <coax.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n");
    if (n < 4 || n > 1000)
        return 99;
    char *p = malloc(n);
    if (!p)
        return 1;
    size_t got = fread(p, 1, 4, stdin);
    int r = got > 4 || malloc_usable_size(p) < n;
    free(p);
    return r;
}

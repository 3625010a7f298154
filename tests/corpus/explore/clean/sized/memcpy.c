// A copy of exactly as much as was allocated is one path, and what was copied is known.
//@ paths: 5
//@ outcomes: 0 1 99
#include <coax.h>
#include <stdlib.h>
#include <string.h>

// n > 32; k is no index; p[k] is the first 'x', the second or none.
int main(void) {
    char from[32] = "a text of a certain length: x";
    unsigned n = coax_uint("n"), k = coax_uint("k");
    if (n > 32)
        return 99;
    char *p = malloc(n);
    if (!p)
        return 2;
    memcpy(p, from, n);
    int r = 0;
    if (k < n)
        r = p[k] == 'x' ? k != 4 && k != 28 : 1;
    free(p);
    return r;
}

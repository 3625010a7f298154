// An index below the length of an array of any length: no path per length.
//@ paths: 5
//@ outcomes: 0 1 2
#include <coax.h>
#include <stdlib.h>

// Too long, the index too large, and with p[k] == 7: n <= 3; n > 3 and k == 3; n > 3 and k != 3.
int main(void) {
    unsigned n = coax_uint("n"), k = coax_uint("k");
    if (n > 64)
        return 1;
    int *p = calloc(n, sizeof *p);
    if (!p)
        return 3;
    int r = 2;
    if (k < n) {
        p[k] = 7;
        r = p[k] != 7;
        if (n > 3 && p[3] == 7)
            r += k != 3;
    }
    free(p);
    return r;
}

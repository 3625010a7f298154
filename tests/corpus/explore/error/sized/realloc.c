// A block grows by less than is written to it.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned char used = (unsigned char)coax_char("used"), more = (unsigned char)coax_char("more");
    char *p = malloc((size_t)used + 1);
    if (!p)
        return 1;
    p[0] = 1;
    char *q = realloc(p, (size_t)used + more + 1);
    if (!q)
        return 1;
    int r = q[0] != 1;
    q[used + 1] = 2; //~ out-of-bounds
    free(q);
    return r;
}

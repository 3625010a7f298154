// A block that grows keeps what was in it, whatever its sizes.
//@ paths: <= 8
//@ outcomes: 0
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned char used = (unsigned char)coax_char("used"), more = (unsigned char)coax_char("more");
    char *p = malloc((size_t)used + 2);
    if (!p)
        return 1;
    p[0] = 1;
    p[1] = 2;
    p = realloc(p, (size_t)used + more + 3);
    if (!p)
        return 1;
    p[2] = 3;
    int r = p[0] + p[1] + p[2] != 6;
    free(p);
    return r;
}

// A struct is passed by value out of a block that may be too small.
//@ paths: <= 4
#include <coax.h>
#include <stdlib.h>

struct large {
    long words[5];
};

static long last(struct large l) {
    return l.words[4];
}

int main(void) {
    unsigned n = coax_uint("n");
    if (n < 8 || n > 1000)
        return 99;
    struct large *p = calloc(1, n);
    if (!p)
        return 1;
    long r = last(*p); //~ out-of-bounds
    free(p);
    return (int)r;
}

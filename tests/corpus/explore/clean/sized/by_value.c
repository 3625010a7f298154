// A struct is passed by value out of a block of any size that is large enough.
//@ paths: <= 4
//@ outcomes: 0 99
#include <coax.h>
#include <stdlib.h>
#include <string.h>

struct large {
    long words[5];
};

static long sum(struct large l) {
    long all = 0;
    for (int i = 0; i < 5; i++)
        all += l.words[i];
    return all;
}

int main(void) {
    unsigned n = coax_uint("n");
    if (n < sizeof(struct large) || n > 1000)
        return 99;
    struct large *p = calloc(1, n);
    if (!p)
        return 1;
    p->words[4] = 7;
    int r = sum(*p) != 7;
    free(p);
    return r;
}

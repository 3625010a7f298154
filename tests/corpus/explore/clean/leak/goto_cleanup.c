// The usual C clean-up: one exit, everything freed whatever failed.
//@ paths: 4
//@ outcomes: 0 1 2 3
#include <coax.h>
#include <stdlib.h>

static int work(unsigned n) {
    int r = 0;
    char *a = malloc(4), *b = NULL;
    if (n == 0) {
        r = 1;
        goto done;
    }
    b = malloc(8);
    if (n < 3) {
        r = 2;
        goto done;
    }
    if (n == 3)
        r = 3;
done:
    free(b);
    free(a);
    return r;
}

int main(void) {
    return work(coax_uint("n"));
}

// A block of symbolic size, filled to its end.
//@ paths: 4
//@ outcomes: 1 3 6 10
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n >= 1);
    coax_assume(n <= 4);
    unsigned char *v = malloc(n);
    if (!v)
        return 99;
    for (unsigned i = 0; i < n; i++)
        v[i] = (unsigned char)(i + 1);
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += v[i];
    free(v);
    return sum;
}

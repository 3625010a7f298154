// Paths shorter than the bound are finished; only the long ones are cut.
//@ explore: --max-constraints 4
//@ because: constraints
//@ outcomes: 0 1 2
#include <coax.h>

// A path that leaves at place k has k + 1 conjuncts, all different.
int main(void) {
    unsigned char v[8];
    coax_symbolic(v, sizeof v, "v");
    int n = 0;
    while (n < 8 && v[n] != 0)
        n++;
    return n;
}

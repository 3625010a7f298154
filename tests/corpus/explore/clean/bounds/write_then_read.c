// A write at one symbolic index and a read at another: equal or not.
//@ paths: 2
//@ outcomes: 5 7
#include <coax.h>

int main(void) {
    int v[8] = {5, 5, 5, 5, 5, 5, 5, 5};
    unsigned i = coax_uint("i"), j = coax_uint("j");
    coax_assume(i < 8);
    coax_assume(j < 8);
    v[i] = 7;
    if (v[j] == 7)
        return 7;
    return 5;
}

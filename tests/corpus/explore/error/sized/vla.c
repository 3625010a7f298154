// A variable-length array that is too short for what is always written to it.
//@ paths: <= 6
#include <coax.h>

static void put(int *v) {
    v[2] = 2; //~ out-of-bounds
}

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n >= 1 && n <= 64);
    int v[n];
    put(v);
    return v[2] != 2;
}

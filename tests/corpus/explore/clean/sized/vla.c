// Three elements of a variable-length array that has at least three.
//@ paths: 2
//@ outcomes: 0 99
#include <coax.h>

// Right and wrong lengths.
int main(void) {
    unsigned n = coax_uint("n");
    if (n - 3 > 61)
        return 99;
    int v[n];
    for (int i = 0; i < 3; i++)
        v[i] = i;
    return v[0] + v[1] + v[2] != 3;
}

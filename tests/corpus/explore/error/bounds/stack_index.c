// The check of an index forgets the lower bound.
//@ paths: 3
#include <coax.h>

// Beyond the end: refused. Within: one path. Negative: the error.
int main(void) {
    int squares[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
    int i = coax_int("i");
    if (i >= 10)
        return 100;
    return squares[i]; //~ out-of-bounds
}

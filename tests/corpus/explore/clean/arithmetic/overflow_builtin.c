// The checked sum says whether it fits.
//@ paths: 2
//@ outcomes: 0 1
#include <coax.h>

int main(void) {
    int a = coax_int("a"), b = coax_int("b"), sum;
    if (__builtin_add_overflow(a, b, &sum))
        return 1;
    return 0;
}

// Not every int survives a trip through float.
//@ paths: 2
//@ outcomes: 0 1
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n >= -20000000);
    coax_assume(n <= 20000000);
    float f = (float)n;
    if ((int)f != n)
        return 1;
    return 0;
}

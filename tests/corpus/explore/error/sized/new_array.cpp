// An array of as many elements as somebody says, and an element somebody wants.
//@ paths: <= 6
#include <coax.h>

int main() {
    unsigned n = coax_uint("n"), k = coax_uint("k");
    if (n > 50 || k > 50)
        return 0;
    int *p = new int[n]();
    int r = p[k]; //~ out-of-bounds
    delete[] p;
    return r;
}

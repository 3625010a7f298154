// An element of an array of as many elements as somebody says, if there is one.
//@ paths: <= 6
//@ outcomes: 0 2 99
#include <coax.h>

int main() {
    unsigned n = coax_uint("n"), k = coax_uint("k");
    if (n > 50)
        return 99;
    long *p = new long[n]();
    long r = k < n ? p[k] : 2;
    delete[] p;
    return (int)r;
}

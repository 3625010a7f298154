// An exception leaves the function before its delete.
#include <coax.h>

static int compute(unsigned n) {
    int *scratch = new int[8](); //~ memory-leak
    if (n == 5)
        throw 5;
    int r = scratch[n & 7];
    delete[] scratch;
    return r;
}

int main() {
    try {
        return compute(coax_uint("n"));
    } catch (int) {
        return 1;
    }
}

// An exception passes through owners, and each lets go of what it holds.
//@ paths: 2
//@ outcomes: 0 1
#include <coax.h>
#include <memory>

static int compute(unsigned n) {
    std::unique_ptr<int[]> scratch(new int[8]());
    if (n == 5)
        throw 5;
    return scratch[0];
}

int main() {
    try {
        return compute(coax_uint("n"));
    } catch (int) {
        return 1;
    }
}

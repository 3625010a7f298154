// A function that promises not to throw calls one that does.
#include <coax.h>

static int half(unsigned n) {
    if (n % 2)
        throw n; //~ uncaught-exception
    return (int)(n / 2);
}

static int quarter(unsigned n) noexcept {
    return half((unsigned)half(n & 7));
}

int main() {
    try {
        return quarter(coax_uint("n"));
    } catch (unsigned) {
        return 9;
    }
}

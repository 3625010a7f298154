// A function that promises not to throw calls one that does.
#include <coax.h>

static int half(unsigned n) {
    if (n % 2)
        throw n;
    return (int)(n / 2);
}

// Unwinding ends here, in the frame that made the promise: that is where a native run stops, too.
static int quarter(unsigned n) noexcept {
    return half((unsigned)half(n & 7)); //~ uncaught-exception
}

int main() {
    try {
        return quarter(coax_uint("n"));
    } catch (unsigned) {
        return 9;
    }
}

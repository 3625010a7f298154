// One template at two types: the same source, two sets of branches.
//@ paths: 9
#include <coax.h>

template <typename T> static int bucket(T x) {
    if (x < T(10))
        return 0;
    if (x < T(100))
        return 1;
    return 2;
}

// Three by three.
int main() {
    unsigned char a = static_cast<unsigned char>(coax_uint("a"));
    long b = coax_long("b");
    return 3 * bucket(a) + bucket(b);
}

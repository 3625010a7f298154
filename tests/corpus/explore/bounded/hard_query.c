// A question that the solver does not settle in its time is not taken for a no.
//@ explore: --solver-time 50ms
//@ because: solver-unknown
#include <coax.h>

// A product of two primes of 31 bits: that it is not theirs is easy, that it is takes long.
int main(void) {
    unsigned long a = coax_size("a"), b = coax_size("b");
    coax_assume(a > 1);
    coax_assume(b > 1);
    coax_assume(a < 2147483648);
    coax_assume(b <= a);
    if (a * b == 2289842278793216507)
        return 1;
    return 0;
}

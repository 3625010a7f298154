// The divisor is a difference that may be nothing.
//@ paths: 2
#include <coax.h>

static int mean_gap(int sum, int first, int last) {
    return sum / (last - first); //~ division-by-zero
}

int main(void) {
    int a = coax_int("a"), b = coax_int("b");
    coax_assume(a >= -100);
    coax_assume(a <= 100);
    coax_assume(b >= -100);
    coax_assume(b <= 100);
    return mean_gap(50, a, b) == 7;
}

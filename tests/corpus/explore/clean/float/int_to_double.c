// Ratios of small integers compared in double.
//@ outcomes: 0 1 2
#include <coax.h>

int main(void) {
    int a = coax_int("a"), b = coax_int("b");
    coax_assume(a >= 1);
    coax_assume(a <= 20);
    coax_assume(b >= 1);
    coax_assume(b <= 20);
    double ratio = (double)a / b;
    if (ratio == 2.5)
        return 1;
    if (ratio > 15.0)
        return 2;
    return 0;
}

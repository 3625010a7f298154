// Four numbers in order with a known product and sum.
//@ solution: a=1 b=2 c=3 d=4
#include <coax.h>

int main(void) {
    double a = coax_double("a");
    double b = coax_double("b");
    double c = coax_double("c");
    double d = coax_double("d");
    if (a * b * c * d == 24 && a + b + c + d == 10 && a < b && b < c && c < d)
        coax_assert(0);
    return 0;
}

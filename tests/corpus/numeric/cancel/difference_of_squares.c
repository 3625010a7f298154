// Two ways to write a difference of squares.
//@ solution: a=100012345.678 b=100000003.20999999
#include <coax.h>

int main(void) {
    double a = coax_double("a");
    double b = coax_double("b");
    if (a > 1e8 && a < 2e8 && b > 1e8 && b < a && a * a - b * b != (a - b) * (a + b))
        coax_assert(0);
    return 0;
}

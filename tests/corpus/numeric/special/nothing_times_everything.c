// A product that is not a number.
//@ solution: a=0 b=inf
#include <coax.h>

int main(void) {
    double a = coax_double("a");
    double b = coax_double("b");
    if (a == 0 && a * b != a * b && b == b)
        coax_assert(0);
    return 0;
}

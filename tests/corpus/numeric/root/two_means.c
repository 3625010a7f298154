// A geometric and an arithmetic mean.
//@ solution: a=4 b=9
#include <coax.h>
#include <math.h>

int main(void) {
    double a = coax_double("a");
    double b = coax_double("b");
    if (a < b && sqrt(a * b) == 6 && (a + b) / 2 == 6.5)
        coax_assert(0);
    return 0;
}

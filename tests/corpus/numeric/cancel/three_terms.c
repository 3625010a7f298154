// The order of three additions decides between 0 and 1.
//@ solution: a=1 b=1e20 c=-1e20
#include <coax.h>

int main(void) {
    double a = coax_double("a");
    double b = coax_double("b");
    double c = coax_double("c");
    if ((a + b) + c == 0 && a + (b + c) == 1)
        coax_assert(0);
    return 0;
}

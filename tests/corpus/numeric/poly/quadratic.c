// Both roots are whole numbers.
//@ solution: x=2
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x * x - 5 * x + 6 == 0)
        coax_assert(0);
    return 0;
}

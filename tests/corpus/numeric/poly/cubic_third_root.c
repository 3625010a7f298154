// The largest of three roots.
//@ solution: x=3
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x > 2.5 && x * x * x - 6 * x * x + 11 * x - 6 == 0)
        coax_assert(0);
    return 0;
}

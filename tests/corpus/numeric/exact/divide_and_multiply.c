// Dividing by 49 and multiplying again.
//@ solution: x=1
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x >= 1 && x < 2 && x / 49.0 * 49.0 != x)
        coax_assert(0);
    return 0;
}

// The one double between two neighbours.
//@ solution: x=1.0000000000000002
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x > 1.0 && x < 1.0000000000000004)
        coax_assert(0);
    return 0;
}

// No real root.
//@ unsatisfiable: the left side is at least 1
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x * x + 1 == 0)
        coax_assert(0);
    return 0;
}

// A number that differs from itself only when taken away.
//@ solution: x=inf
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x == x && x - x != 0)
        coax_assert(0);
    return 0;
}

// A cubic on a short interval.
//@ unsatisfiable: the left side grows with x and is 10 at x = 2
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x >= 1 && x <= 2 && x * x * x + x > 11)
        coax_assert(0);
    return 0;
}

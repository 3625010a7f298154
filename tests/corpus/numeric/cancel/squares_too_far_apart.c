// A difference of two squares on short intervals.
//@ unsatisfiable: the difference is at most 3
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    if (x >= 1 && x <= 2 && y >= 1 && y <= 2 && x * x - y * y > 3.5)
        coax_assert(0);
    return 0;
}

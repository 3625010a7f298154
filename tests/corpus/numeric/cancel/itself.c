// A number minus itself.
//@ unsatisfiable: the difference of equal finite numbers is 0
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (fabs(x) < 1e300 && x - x != 0)
        coax_assert(0);
    return 0;
}

// Close below a pole.
//@ solution: x=1.570796
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 0 && x < 10 && tan(x) > 1e6)
        coax_assert(0);
    return 0;
}

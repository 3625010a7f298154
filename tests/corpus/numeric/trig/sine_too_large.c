// A sine is at most 1.
//@ unsatisfiable: sines lie between -1 and 1
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (sin(x) > 1.5)
        coax_assert(0);
    return 0;
}

// A narrow band of a sine, many periods out.
//@ solution: x=126.18730491919003
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > 100 && x < 200 && sin(x) > 0.4999999 && sin(x) < 0.5000001)
        coax_assert(0);
    return 0;
}

// Nothing is beyond infinity.
//@ unsatisfiable: infinity is the largest value
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x > INFINITY)
        coax_assert(0);
    return 0;
}

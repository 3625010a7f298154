// All three factors near their extremes.
//@ solution: x=-1.5707963 y=1.5707963 z=1.5707963
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    double y = coax_double("y");
    double z = coax_double("z");
    if (sin(x) * sin(y) * sin(z) < -0.999)
        coax_assert(0);
    return 0;
}

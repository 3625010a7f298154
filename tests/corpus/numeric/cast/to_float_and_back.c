// A double close to one half that a float cannot hold.
//@ solution: x=0.5000000001
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (fabs(x - 0.5) < 1e-9 && (double)(float)x != x)
        coax_assert(0);
    return 0;
}

// Floating-point inputs are written so that they are read back exactly.
//@ coverage: full
//@ outcomes: 0 1 2 3
#include <coax.h>

int main(void) {
    double t = coax_double("t");
    if (t < -273.15)
        return 3;
    if (t < 0.1)
        return 1;
    if (t > 34.7)
        return 2;
    return 0;
}

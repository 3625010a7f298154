// A number that is negative as a short.
//@ solution: x=33000
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x > 30000 && x < 40000 && (short)(int)x < -32000)
        coax_assert(0);
    return 0;
}

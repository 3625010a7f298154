// The number that is its own cosine.
//@ solution: x=0.73908513321516067
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (cos(x) == x)
        coax_assert(0);
    return 0;
}

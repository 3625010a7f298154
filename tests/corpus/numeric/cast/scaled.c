// Six digits after the point.
//@ solution: x=3.1415925
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    coax_assume(x > -1e9 && x < 1e9);
    if ((long)(x * 1e6) == 3141592)
        coax_assert(0);
    return 0;
}

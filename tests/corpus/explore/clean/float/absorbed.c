// A number so large that adding one changes nothing.
//@ paths: 3
//@ outcomes: 0 1 2
#include <coax.h>

// Too large for the test, absorbed, or not.
int main(void) {
    double x = coax_double("x");
    coax_assume(x >= 0);
    if (x > 1e16)
        return 2;
    if (x + 1 == x)
        return 1;
    return 0;
}

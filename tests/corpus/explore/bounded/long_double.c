// A long double is a plain number: what it was made from is fixed, and the search says so.
//@ because: concretized
//@ outcomes: 1 3
#include <coax.h>
#include <math.h>

int main(void) {
    double x = coax_double("x");
    if (x < 4.0 || x > 9.5)
        return 1;
    long double wide = x;
    if (sqrtl(wide) > 3.0L)
        return 2;
    return 3;
}

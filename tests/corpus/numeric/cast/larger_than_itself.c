// A whole part far beyond the number.
//@ unsatisfiable: the whole part of a number below 50 is at most 49
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    coax_assume(x > -1e9);
    if (x < 50.0 && (int)x > 100)
        coax_assert(0);
    return 0;
}

// No double squared is 0.01.
//@ unsatisfiable: the squares of the doubles around 0.1 miss it
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x * x == 0.01)
        coax_assert(0);
    return 0;
}

// Two tenths and one tenth.
//@ solution: x=0.2
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (x + 0.1 == 0.30000000000000004)
        coax_assert(0);
    return 0;
}

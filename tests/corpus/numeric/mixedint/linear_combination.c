// Two multiples that differ by 1.
//@ solution: x=111 y=82
#include <coax.h>

int main(void) {
    int x = coax_int("x");
    int y = coax_int("y");
    coax_assume(x > 100 && x < 1000000 && y > 0 && y < 1000000);
    if (17 * x - 23 * y == 1)
        coax_assert(0);
    return 0;
}

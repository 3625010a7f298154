// No square is twice another.
//@ unsatisfiable: the root of 2 is not rational
#include <coax.h>

int main(void) {
    int a = coax_int("a");
    int b = coax_int("b");
    coax_assume(a > 0 && a < 1000 && b > 0 && b < 1000);
    if (a * a == 2 * b * b)
        coax_assert(0);
    return 0;
}

// No square leaves 2 when divided by 3.
//@ unsatisfiable: squares leave 0 or 1
#include <coax.h>

int main(void) {
    int a = coax_int("a");
    int b = coax_int("b");
    coax_assume(a >= 0 && a < 10000 && b >= 0 && b < 30000000);
    if (a * a == 3 * b + 2)
        coax_assert(0);
    return 0;
}

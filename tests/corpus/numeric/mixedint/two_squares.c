// A number as a sum of two squares.
//@ solution: a=12 b=31
#include <coax.h>

int main(void) {
    int a = coax_int("a");
    int b = coax_int("b");
    coax_assume(a > 10 && a < 10000 && b > 10 && b < 10000);
    if (a < b && a * a + b * b == 1105)
        coax_assert(0);
    return 0;
}

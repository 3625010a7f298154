// A sum of two cubes in the second way.
//@ solution: a=9 b=10
#include <coax.h>

int main(void) {
    int a = coax_int("a");
    int b = coax_int("b");
    coax_assume(a > 1 && a < 1000 && b > 1 && b < 1000);
    if (a < b && a * a * a + b * b * b == 1729)
        coax_assert(0);
    return 0;
}

// A product of two small numbers.
//@ unsatisfiable: the product is at most a million
#include <coax.h>

int main(void) {
    int a = coax_int("a");
    int b = coax_int("b");
    coax_assume(a >= 0 && a <= 1000 && b >= 0 && b <= 1000);
    if (a * b > 2000000)
        coax_assert(0);
    return 0;
}

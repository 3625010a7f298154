// The right-angled triangle with perimeter 1000.
//@ solution: a=200 b=375 c=425
#include <coax.h>

int main(void) {
    int a = coax_int("a");
    int b = coax_int("b");
    int c = coax_int("c");
    coax_assume(a > 0 && a < 1000 && b > 0 && b < 1000 && c > 0 && c < 1000);
    if (a < b && a + b + c == 1000 && a * a + b * b == c * c)
        coax_assert(0);
    return 0;
}

// The average of two ints as a double.
//@ solution: a=999990 b=1000011
#include <coax.h>

int main(void) {
    int a = coax_int("a");
    int b = coax_int("b");
    coax_assume(a > 0 && b > 0);
    if (a < b && ((double)a + b) / 2 == 1000000.5 && (double)a * b == 1000000999890.0)
        coax_assert(0);
    return 0;
}

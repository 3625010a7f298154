// Two ints that are one float.
//@ solution: a=16777216 b=16777217
#include <coax.h>

int main(void) {
    int a = coax_int("a");
    int b = coax_int("b");
    coax_assume(a > 0 && b > 0);
    if (a < b && (float)a == (float)b)
        coax_assert(0);
    return 0;
}

// The classical classification of triangles.
//@ paths: 8
//@ outcomes: 0 1 2 3
#include <coax.h>

// No triangle, by one of three questions: 3. Equilateral: 1. Isosceles by a == b, b == c or
// a == c: 3. Scalene: 1.
int main(void) {
    unsigned a = coax_uint("a"), b = coax_uint("b"), c = coax_uint("c");
    coax_assume(a <= 1000);
    coax_assume(b <= 1000);
    coax_assume(c <= 1000);
    if (a + b <= c || a + c <= b || b + c <= a)
        return 0;
    if (a == b && b == c)
        return 3;
    if (a == b || b == c || a == c)
        return 2;
    return 1;
}

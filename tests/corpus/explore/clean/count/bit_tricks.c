// Branch-free minimum, sign, swap and average agree with what they should be.
//@ paths: 1
#include <assert.h>
#include <coax.h>

int main(void) {
    int x = coax_int("x"), y = coax_int("y");
    int least = y ^ ((x ^ y) & -(x < y));
    int right = ((least == x) | (least == y)) & (least <= x) & (least <= y);
    assert(right);
    unsigned a = (unsigned)x, b = (unsigned)y;
    unsigned average = (a & b) + ((a ^ b) >> 1);
    unsigned long wide = ((unsigned long)a + b) / 2;
    assert(average == wide);
    a ^= b;
    b ^= a;
    a ^= b;
    int swapped = (a == (unsigned)y) & (b == (unsigned)x);
    assert(swapped);
    return 0;
}

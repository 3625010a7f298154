// Divisions, shifts and sums whose operands are bounded by what was asked before.
#include <limits.h>

int quotient(int a, int b) {
    if (b == 0)
        return 0;
    return a / b; //~ verified: division-by-zero; open: signed-overflow
}

int quotient_of_small(int a, int b) {
    if (b <= 0)
        return 0;
    return a / b; //~ verified: division-by-zero signed-overflow
}

unsigned shifted(unsigned value, unsigned by) {
    if (by < 32)
        return value >> by; //~ verified: shift-out-of-range
    return value >> by; //~ open: shift-out-of-range
}

int next(int n) {
    if (n < INT_MAX)
        return n + 1; //~ verified: signed-overflow
    return n + 1; //~ open: signed-overflow
}

int sum_of_bytes(unsigned char a, unsigned char b) {
    return a + b; //~ verified: signed-overflow
}

int product(short a, short b) {
    return a * b; //~ verified: signed-overflow
}

long widened(int a, int b) {
    return (long)a * b; //~ verified: signed-overflow
}

int remainder_of(int a, unsigned char b) {
    return a % (b + 1); //~ verified: division-by-zero signed-overflow
}

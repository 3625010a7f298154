// A recursion that refuses to start below zero.
//@ paths: 8
#include <coax.h>

static int depth(int n) {
    if (n == 0)
        return 0;
    return depth(n - 1) + 1;
}

// Below, above, and depths 0..5.
int main(void) {
    int n = coax_int("n");
    if (n < 0)
        return 98;
    if (n > 5)
        return 99;
    return depth(n);
}

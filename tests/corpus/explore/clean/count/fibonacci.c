// A doubly recursive function of an input: every call asks about the same number.
//@ paths: 8
#include <coax.h>

static int fibonacci(int n) {
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

// The refusal; 0 and 1 together (n < 2); then 2..7 one by one.
int main(void) {
    int n = coax_int("n");
    if (n > 7)
        return 0;
    coax_assume(n >= 0);
    return fibonacci(n);
}

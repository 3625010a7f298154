// A doubly recursive function of an input: every call asks about the same number.
//@ paths: 8
//@ outcomes: 0 1 2 3 5 8 13
#include <coax.h>

static int fibonacci(int n) {
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

// n = 0 and n = 1 are one path (n < 2); then 2..7, and -1 and less with the first: 7 paths,
// and the refusal.
int main(void) {
    int n = coax_int("n");
    if (n > 7)
        return 0;
    coax_assume(n >= 0);
    return fibonacci(n);
}

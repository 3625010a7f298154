// A variadic function adds as many symbolic values as it is told.
//@ paths: 4
#include <assert.h>
#include <coax.h>
#include <stdarg.h>

static int sum(int n, ...) {
    va_list args;
    va_start(args, n);
    int total = 0;
    for (int i = 0; i < n; i++)
        total += va_arg(args, int);
    va_end(args);
    return total;
}

// Counts 0..3.
int main(void) {
    int n = coax_int("n"), x = coax_int("x");
    coax_assume(n >= 0);
    coax_assume(n <= 3);
    coax_assume(x >= 0);
    coax_assume(x <= 1000);
    assert(sum(n, x, x, x) == n * x);
    return 0;
}

// The words of <coax.h> are harmless in a program that is simply run.
#include <stdio.h>

#if __has_include(<coax.h>)
#include <coax.h>
#else // a native build without coax's headers
#include <assert.h>
#define coax_symbolic(address, size, name) ((void)(name))
#define coax_int(name) 0
#define coax_double(name) 0.0
#define coax_assume(condition) ((void)(condition))
#define coax_assert(condition) assert(condition)
#define COAX_CONCRETE
#define COAX_PARTITION(...)
#define COAX_ASSUMED(property, id) ((void)0)
#define COAX_VERIFIED(property, ...) ((void)0)
#endif

COAX_CONCRETE COAX_PARTITION(x > 0, x <= 0) static int twice(int x) { return 2 * x; }

int main(void) {
    int bytes[3] = {1, 2, 3};
    coax_symbolic(bytes, sizeof bytes, "bytes");
    int n = coax_int("n");
    double d = coax_double("d");
    COAX_ASSUMED(n == 0, zero);
    coax_assume(n == 0);
    coax_assert(bytes[2] == 3);
    COAX_VERIFIED(d == 0, zero);
    printf("%d %d %d %d %.1f\n", bytes[0], bytes[1], bytes[2], twice(n + 21), d);
    return 0;
}

// A callback is called through the type it was written with.
//@ paths: 2
//@ outcomes: 3 6
#include <coax.h>

typedef int (*Unary)(int);

static int inc(int x) { return x + 1; }
static int dup(int x) { return x * 3; }

int main(void) {
    void (*stored)(void) = (void (*)(void))inc;
    if (coax_uint("which") & 1)
        stored = (void (*)(void))dup;
    Unary call = (Unary)stored;
    return call(2);
}

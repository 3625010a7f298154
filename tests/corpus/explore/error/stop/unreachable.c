// A promise that the compiler was given does not hold for zero.
//@ paths: 3
#include <coax.h>

static int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return 2;
    __builtin_unreachable(); //~ unreachable
}

int main(void) {
    return sign(coax_int("x"));
}

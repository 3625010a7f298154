// One path reaches assembly that cannot be run; the others are finished.
//@ because: unsupported
//@ outcomes: 1 2
#include <coax.h>

static unsigned rotate(unsigned x) {
    __asm__("roll $3, %0" : "+r"(x));
    return x;
}

int main(void) {
    int mode = coax_int("mode");
    if (mode == 1)
        return 1;
    if (mode == 2)
        return 2;
    return (int)(rotate(5) & 0x7f);
}

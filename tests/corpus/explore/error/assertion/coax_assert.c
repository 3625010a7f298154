// A property stated with Coax's own word.
//@ paths: 3
#include <coax.h>

// The left side holds; the right side holds; neither does (x = 5).
int main(void) {
    unsigned x = coax_uint("x") & 0xff;
    coax_assert((x * x) % 16 != 9 || x % 8 == 3); //~ assertion
    return 0;
}

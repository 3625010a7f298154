// Unsigned arithmetic wraps, and that is no error.
//@ paths: 2
#include <coax.h>

int main(void) {
    unsigned a = coax_uint("a"), b = coax_uint("b");
    if (a + b < a)
        return 1;
    return (int)((a * b + (a - b)) & 1);
}

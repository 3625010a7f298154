// The argument of a multiplicative hash.
//@ solution: n=416041631
#include <coax.h>

int main(void) {
    unsigned n = coax_uint("n");
    if (n * 2654435761u == 0xdeadbeefu)
        coax_assert(0);
    return 0;
}

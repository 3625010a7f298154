// abort stands behind a condition that no input satisfies.
//@ paths: 1
#include <coax.h>
#include <stdlib.h>

// A square is 0, 1 or 4 modulo 8: the branch has one side only.
int main(void) {
    unsigned x = coax_uint("x");
    if ((x * x) % 8 == 3)
        abort();
    return 0;
}

// No int is beyond 2^31 as a float.
//@ unsatisfiable: the largest int rounds to 2^31
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    if ((float)n > 2147483648.0f)
        coax_assert(0);
    return 0;
}

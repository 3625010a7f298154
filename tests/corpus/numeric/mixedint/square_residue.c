// No square leaves 3 when divided by 4.
//@ unsatisfiable: squares leave 0 or 1, and wrapping keeps the last two bits
#include <coax.h>

int main(void) {
    unsigned n = coax_uint("n");
    if (n * n % 4 == 3)
        coax_assert(0);
    return 0;
}

// A small negative number is a large unsigned one.
//@ solution: n=-3
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    if ((double)(unsigned)n > 4294967290.0 && n < -2)
        coax_assert(0);
    return 0;
}

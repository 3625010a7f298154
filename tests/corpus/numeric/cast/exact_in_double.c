// Every int fits a double.
//@ unsatisfiable: doubles have 53 bits
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    if ((int)(double)n != n)
        coax_assert(0);
    return 0;
}

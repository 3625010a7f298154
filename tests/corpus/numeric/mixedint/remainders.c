// Three remainders at once.
//@ solution: n=1073
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n > 1000);
    if (n % 3 == 2 && n % 5 == 3 && n % 7 == 2)
        coax_assert(0);
    return 0;
}

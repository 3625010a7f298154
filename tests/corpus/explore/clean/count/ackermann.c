// Ackermann's function for small arguments.
//@ paths: 9
#include <coax.h>

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

// m = 0: one path whatever n is. m = 1 and 2: n = 0, 1, 2 are told apart: 2 * 3. Two refusals.
int main(void) {
    unsigned m = coax_uint("m"), n = coax_uint("n");
    if (m > 2)
        return 98;
    if (n > 2)
        return 99;
    return (int)ackermann(m, n);
}

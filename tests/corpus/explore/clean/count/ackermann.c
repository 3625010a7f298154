// Ackermann's function for small arguments.
//@ paths: 10
#include <coax.h>

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

// m = 0: one path for every n. m = 1 and 2: n = 0, 1, 2 are told apart: 2 * 3. Refused: m > 2,
// or n > 2. Both refusals, 1 + 6 and ... the sum is 9 and the second refusal.
int main(void) {
    unsigned m = coax_uint("m"), n = coax_uint("n");
    if (m > 2)
        return 98;
    if (n > 2)
        return 99;
    return (int)ackermann(m, n);
}

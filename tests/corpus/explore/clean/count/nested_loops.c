// The inner bound is another input, asked again in every round.
//@ paths: 13
#include <coax.h>

// n = 0: one path, m is never asked. n = 1..3: m = 0..3, and later rounds repeat the answers: 3 * 4.
int main(void) {
    unsigned n = coax_uint("n"), m = coax_uint("m");
    coax_assume(n <= 3);
    coax_assume(m <= 3);
    int cells = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            cells++;
    return cells;
}

// The Collatz walk of the numbers up to sixteen, one path per number of its own walk.
//@ paths: 16
//@ orders: dfs
#include <coax.h>

// Two numbers share a path only if all their parities agree up to the end; no two do.
int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n >= 1);
    coax_assume(n <= 16);
    int steps = 0;
    while (n != 1) {
        if (n % 2)
            n = 3 * n + 1;
        else
            n /= 2;
        steps++;
    }
    return steps;
}

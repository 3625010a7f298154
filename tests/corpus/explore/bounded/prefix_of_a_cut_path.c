// A path that a bound cuts leaves a test of its inputs so far, which shows what it came to.
//@ explore: --max-constraints 4 --tests new-coverage --search dfs
//@ because: constraints
//@ coverage: full
#include <coax.h>

static int odd, even;

int main(void) {
    for (;;) {
        int x = coax_int("x");
        if (x > 100)
            return x & 1 ? odd > 3 : even;
        if (x & 1)
            odd++;
        else
            even++;
    }
}

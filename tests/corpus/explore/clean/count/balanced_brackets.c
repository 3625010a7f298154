// Sequences of eight brackets: how many readings an early exit leaves.
//@ orders: dfs
//@ outcomes: 0 1 2
#include <coax.h>

int main(void) {
    unsigned bits = coax_uint("bits");
    int open = 0;
    for (int i = 0; i < 8; i++) {
        if (bits >> i & 1)
            open++;
        else
            open--;
        if (open < 0)
            return 1;
    }
    return open == 0 ? 0 : 2;
}

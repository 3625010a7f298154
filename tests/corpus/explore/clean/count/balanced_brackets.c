// Sequences of eight brackets: how many readings an early exit leaves.
//@ paths: 79
//@ orders: dfs
//@ outcomes: 0 1 2
#include <coax.h>

// Never below zero: C(8,4) = 70. Below zero for the first time at place 1, 3, 5, 7: Catalan numbers
// 1 + 1 + 2 + 5 = 9.
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

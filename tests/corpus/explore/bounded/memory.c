// Half of what is pending does not fit in the memory there is; the report says that it was given up.
//@ explore: --memory 1M
//@ because: memory
//@ orders: dfs
//@ paths: 51
#include <coax.h>

// One path goes through; it leaves 100 others behind, each of which ends at once. Fifty are kept.
int main(void) {
    unsigned char v[100];
    coax_symbolic(v, sizeof v, "v");
    for (int i = 0; i < 100; i++)
        if (v[i] == 7)
            return 1;
    return 0;
}

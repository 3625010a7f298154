// The search stops after ten of 64 paths.
//@ explore: --max-paths 10
//@ because: paths
//@ paths: 10
//@ orders: dfs
#include <coax.h>

int main(void) {
    unsigned byte = coax_uint("byte");
    int set = 0;
    for (int i = 0; i < 6; i++)
        if (byte >> i & 1)
            set++;
    return set;
}

// The clever population count equals the plain one.
//@ paths: 256
//@ orders: dfs
#include <assert.h>
#include <coax.h>

static int clever(unsigned x) {
    x = x - ((x >> 1) & 0x55);
    x = (x & 0x33) + ((x >> 2) & 0x33);
    return (int)((x + (x >> 4)) & 0x0f);
}

static int plain(unsigned x) {
    int n = 0;
    for (int i = 0; i < 8; i++)
        if (x >> i & 1)
            n++;
    return n;
}

// 2^8 for the plain one; the clever one has no branch.
int main(void) {
    unsigned x = coax_uint("x") & 0xff;
    assert(clever(x) == plain(x));
    return 0;
}

// The slot that is cleared need not be the slot that was freed.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    char *blocks[3];
    for (int i = 0; i < 3; i++)
        blocks[i] = malloc(4);
    unsigned a = coax_uint("a"), b = coax_uint("b");
    coax_assume(a < 3);
    coax_assume(b >= a);
    coax_assume(b < 3);
    free(blocks[a]);
    if (a != b)
        b = a + (b - a) / 2;
    blocks[b] = NULL;
    for (int i = 0; i < 3; i++)
        free(blocks[i]); //~ double-free
    return 0;
}

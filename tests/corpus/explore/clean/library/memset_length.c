// memset of a symbolic length.
//@ outcomes: 0 1 2
#include <coax.h>
#include <string.h>

int main(void) {
    unsigned char cells[4] = {1, 1, 1, 1};
    unsigned n = coax_uint("n");
    coax_assume(n <= 4);
    memset(cells, 0, n);
    if (cells[0])
        return 0;
    if (cells[3])
        return 1;
    return 2;
}

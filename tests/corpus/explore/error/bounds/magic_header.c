// Four bytes must be right before the fifth, used as an index, goes wrong.
//@ paths: 6
#include <coax.h>

// Each byte of the magic number can stop the reader (4), then the index is good or not (2).
int main(void) {
    static const char names[4] = {'a', 'b', 'c', 'd'};
    unsigned char h[5];
    coax_symbolic(h, sizeof h, "h");
    if (h[0] != 'C')
        return 1;
    if (h[1] != 'O')
        return 2;
    if (h[2] != 'A')
        return 3;
    if (h[3] != 'X')
        return 4;
    return names[h[4]]; //~ out-of-bounds
}

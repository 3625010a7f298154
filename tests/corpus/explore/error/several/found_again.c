// Checks whose failing side is found again from its inputs: every error is there once.
//@ explore: --memory 1M
#include <coax.h>

static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int main(void) {
    int index = coax_int("index"), divisor = coax_int("divisor"), shift = coax_int("shift");
    int value;
    switch (coax_uint("which")) {
    case 0: value = table[index]; break; //~ out-of-bounds
    case 1: value = 100 / divisor; break; //~ division-by-zero
    case 2: value = 1 << shift; break; //~ shift-out-of-range
    default: value = index + divisor; break; //~ signed-overflow
    }
    return value != 0;
}

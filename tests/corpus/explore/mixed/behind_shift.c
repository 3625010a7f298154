// Bytes are put together by shifts into the sign bit and by amounts from the input; behind both the machine goes on.
//@ outcomes: 0 1 7
//@ policy: --after-error go-on => 0 1 7 shift-out-of-range out-of-bounds
//@ policy: --after-error stop => 0 1 shift-out-of-range
#include <coax.h>

static const int table[4] = {1, 2, 3, 4};

int main(void) {
    unsigned char high = (unsigned char)coax_uint("high");
    int amount = coax_int("amount");
    int word = high << 24; //~ shift-out-of-range
    if (word < 0)
        return table[4 + (high & 1)]; //~ out-of-bounds
    if ((high >> amount) == 3 && amount > 32) //~ shift-out-of-range
        return 7;
    if (word == 0x41000000)
        return 1;
    return 0;
}

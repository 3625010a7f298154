// However little memory there is: few pending paths are found again from their inputs, none is lost.
//@ explore: --memory 1M
//@ paths: 24
#include <coax.h>

// Three ways of the switch times eight of the bits.
int main(void) {
    unsigned char way = (unsigned char)coax_char("way");
    unsigned char bits = (unsigned char)coax_char("bits");
    int sum = 0;
    switch (way) {
    case 3: sum = 10; break;
    case 7: sum = 20; break;
    default: break;
    }
    for (int i = 0; i < 3; i++)
        if (bits & (1 << i))
            sum += i;
    return sum;
}

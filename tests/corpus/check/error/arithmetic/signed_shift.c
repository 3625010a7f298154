// Left shifts of signed values that are negative, or whose bits leave the type.
#include <stdint.h>

int bit(int n) {
    if (n < 0 || n > 31)
        return 0;
    return 1 << n; //~ shift-out-of-range in bit
}

int four_times(int x) {
    if (x < -100 || x > 100)
        return 0;
    return x << 2; //~ shift-out-of-range in four_times
}

int32_t word(uint8_t high, uint8_t low) {
    return high << 24 | low; //~ shift-out-of-range in word
}

int unwritten(int given) {
    int x;
    if (given)
        x = 1;
    int y = x << 3;
    return y ? 1 : given / 2; //~ uninitialized-read in unwritten
}

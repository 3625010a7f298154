// Left shifts that stay within the type, and those of unsigned values.
#include <stdint.h>

int bit(int n) {
    if (n < 0 || n > 30)
        return 0;
    return 1 << n;
}

int four_times(int x) {
    if (x < 0 || x > 100)
        return 0;
    return x << 2;
}

uint32_t word(uint8_t high, uint8_t low) {
    return (uint32_t)high << 24 | low;
}

int unwritten(int given) {
    int x = 0;
    if (given)
        x = 1;
    int y = x << 3;
    return y ? 1 : given / 2;
}

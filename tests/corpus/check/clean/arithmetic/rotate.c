// A rotation by nothing shifts by nothing.
#include <stdint.h>

uint32_t rotate(uint32_t x, unsigned n) {
    n &= 31;
    return x << n | x >> ((32 - n) & 31);
}

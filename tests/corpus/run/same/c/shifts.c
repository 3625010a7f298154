// Left, logical right and arithmetic right shifts at every amount for 8 to 64 bits.
#include <stdint.h>
#include <stdio.h>

static uint32_t rotl(uint32_t x, unsigned n) { return (x << (n & 31)) | (x >> (-n & 31)); }

int main(void) {
    int32_t negative = -1234567;
    uint32_t pattern = 0xdeadbeef;
    int64_t wide = INT64_MIN;
    uint64_t uwide = 0x8000000000000001;
    for (unsigned n = 0; n < 32; n++)
        printf("%2u %11d %08x %08x %08x\n", n, negative >> n, pattern >> n, pattern << n, rotl(pattern, n));
    for (unsigned n = 0; n < 64; n += 7)
        printf("%2u %ld %016lx %016lx\n", n, wide >> n, uwide >> n, uwide << n);
    uint8_t b = 0xf0;
    int8_t sb = (int8_t)0xf0;
    printf("%d %d %d %d\n", b >> 4, sb >> 4, b << 4, (uint8_t)(b << 4));
    uint16_t h = 0x8001;
    int16_t sh = (int16_t)0x8001;
    printf("%x %x %x\n", h >> 1, (uint16_t)(sh >> 1), (uint16_t)(h << 1));
    unsigned long long one = 1;
    printf("%llx %llx\n", one << 63, (one << 63) >> 63);
    int amount = 3;
    amount <<= amount;
    printf("%d\n", amount);
    b >>= 1;
    sb >>= 1;
    printf("%u %d\n", b, sb);
    uint64_t mix = 88172645463325252u;
    for (int i = 0; i < 100; i++) {
        mix ^= mix << 13;
        mix ^= mix >> 7;
        mix ^= mix << 17;
    }
    printf("%lu\n", mix);
    return 0;
}

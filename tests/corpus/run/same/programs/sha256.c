// SHA-256 whose constants are computed from primes at run time.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t K[64], H0[8];

static uint32_t fraction_of_root(unsigned prime, int cube) {
    /* bitwise integer root of prime << 64 (or << 96): exact, no floating point */
    unsigned __int128 target = (unsigned __int128)prime << (cube ? 96 : 64), root = 0;
    for (int bit = 36; bit >= 0; bit--) {
        unsigned __int128 r = root | (unsigned __int128)1 << bit;
        if ((cube ? r * r * r : r * r) <= target)
            root = r;
    }
    return (uint32_t)root;
}
static void prepare(void) {
    int n = 0;
    for (unsigned p = 2; n < 64; p++) {
        int prime = 1;
        for (unsigned d = 2; d * d <= p; d++)
            prime &= p % d != 0;
        if (!prime)
            continue;
        if (n < 8)
            H0[n] = fraction_of_root(p, 0);
        K[n++] = fraction_of_root(p, 1);
    }
}
static uint32_t ror(uint32_t x, int n) { return x >> n | x << (32 - n); }
static void block(uint32_t h[8], const uint8_t *p) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] + (ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[i] + w[i];
        uint32_t t2 = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        h[i] += s[i];
}
static void digest(const char *text, size_t n) {
    uint32_t h[8];
    memcpy(h, H0, sizeof h);
    uint8_t tail[128] = {0};
    size_t done = 0, rest;
    for (; n - done >= 64; done += 64)
        block(h, (const uint8_t *)text + done);
    rest = n - done;
    memcpy(tail, text + done, rest);
    tail[rest] = 0x80;
    size_t size = rest < 56 ? 64 : 128;
    for (int i = 0; i < 8; i++)
        tail[size - 1 - i] = (uint8_t)(n * 8 >> 8 * i);
    block(h, tail);
    if (size == 128)
        block(h, tail + 64);
    for (int i = 0; i < 8; i++)
        printf("%08x", h[i]);
    puts("");
}

int main(void) {
    prepare();
    printf("%08x %08x %08x\n", H0[0], K[0], K[63]);
    digest("", 0);
    digest("abc", 3);
    char text[300];
    memset(text, 'x', sizeof text);
    for (size_t n = 54; n < 300; n += 9)
        digest(text, n);
    return 0;
}

// MD5 with its sine table computed at run time.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t T[64];
static const int S[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static void block(uint32_t *h, const uint8_t *p) {
    uint32_t m[16], a = h[0], b = h[1], c = h[2], d = h[3];
    for (int i = 0; i < 16; i++)
        m[i] = p[4 * i] | (uint32_t)p[4 * i + 1] << 8 | (uint32_t)p[4 * i + 2] << 16 | (uint32_t)p[4 * i + 3] << 24;
    for (int i = 0; i < 64; i++) {
        uint32_t f;
        int g;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d); g = i; break;
        case 1: f = (d & b) | (~d & c); g = (5 * i + 1) % 16; break;
        case 2: f = b ^ c ^ d; g = (3 * i + 5) % 16; break;
        default: f = c ^ (b | ~d); g = 7 * i % 16;
        }
        f += a + T[i] + m[g];
        a = d;
        d = c;
        c = b;
        int s = S[i / 16][i % 4];
        b += f << s | f >> (32 - s);
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
}
static void md5(const char *text) {
    size_t n = strlen(text), size = (n + 8) / 64 * 64 + 64;
    uint8_t padded[size];
    memset(padded, 0, size);
    memcpy(padded, text, n);
    padded[n] = 0x80;
    for (int i = 0; i < 8; i++)
        padded[size - 8 + (size_t)i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    uint32_t h[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    for (size_t i = 0; i < size; i += 64)
        block(h, padded + i);
    for (int i = 0; i < 16; i++)
        printf("%02x", h[i / 4] >> i % 4 * 8 & 255);
    printf("  %s\n", text);
}

int main(void) {
    for (int i = 0; i < 64; i++)
        T[i] = (uint32_t)(fabs(sin(i + 1.0)) * 4294967296.0);
    md5("");
    md5("a");
    md5("abc");
    md5("message digest");
    md5("abcdefghijklmnopqrstuvwxyz");
    md5("12345678901234567890123456789012345678901234567890123456789012345678901234567890");
    return 0;
}

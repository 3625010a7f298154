// Unaligned and byte-wise memory access with memcpy and packed structs; byte order.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) Header { uint8_t type; uint32_t length; uint16_t flags; uint64_t stamp; double ratio; };

static uint32_t read_le(const uint8_t *p) { return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24; }
static uint32_t read_be(const uint8_t *p) { return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }
static void write_be(uint8_t *p, uint32_t v) {
    for (int i = 3; i >= 0; i--, v >>= 8)
        p[i] = (uint8_t)v;
}

int main(void) {
    uint8_t raw[64];
    for (int i = 0; i < 64; i++)
        raw[i] = (uint8_t)(i * 7 + 1);
    for (int i = 0; i < 9; i++) {
        uint32_t u;
        uint64_t w;
        uint16_t h;
        memcpy(&u, raw + i, 4);
        memcpy(&w, raw + i, 8);
        memcpy(&h, raw + i, 2);
        printf("%08x %016lx %04x %d %08x\n", u, w, h, u == read_le(raw + i), read_be(raw + i));
    }
    write_be(raw + 3, 0xcafebabe);
    printf("%x %x\n", raw[3], read_le(raw + 3));
    struct Header h;
    memcpy(&h, raw + 1, sizeof h);
    printf("%zu %u %u %u %lx\n", sizeof h, h.type, h.length, h.flags, h.stamp);
    h.length += 1;
    h.ratio = 0.1;
    h.stamp = ~h.stamp;
    memcpy(raw + 5, &h, sizeof h);
    unsigned sum = 0;
    for (int i = 0; i < 64; i++)
        sum = sum * 31 + raw[i];
    printf("%u\n", sum);
    double d;
    memcpy(&d, raw + 5 + 15, 8);
    printf("%g\n", d);
    struct Header list[3];
    memset(list, 0x11, sizeof list);
    list[1].length = 5;
    list[2].type = 9;
    printf("%u %u %x\n", list[1].length, list[2].type, list[0].length);
    return 0;
}

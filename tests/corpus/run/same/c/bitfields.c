// Bit-fields: signed, unsigned, packed, zero width, crossing storage units, assignment truncation.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct Mixed {
    unsigned a : 3;
    signed b : 5;
    unsigned : 0;
    unsigned c : 17;
    unsigned d : 17; /* does not fit with c */
    unsigned long long e : 40;
    long long f : 24;
    _Bool g : 1;
    signed h : 1;
};

struct __attribute__((packed)) Packed {
    unsigned a : 7;
    unsigned long long b : 33; /* crosses units */
    unsigned c : 25;
    int8_t d;
    signed e : 31;
};

union View {
    struct {
        uint32_t mantissa : 23;
        uint32_t exponent : 8;
        uint32_t sign : 1;
    } part;
    float f;
};

static void dump(const void *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        printf("%02x", ((const unsigned char *)p)[i]);
    puts("");
}

int main(void) {
    struct Mixed m;
    memset(&m, 0, sizeof m);
    for (int i = -40; i <= 40; i += 5) {
        m.a = (unsigned)i;
        m.b = i;
        m.c = (unsigned)i * 1000u;
        m.d = (unsigned)i * 3001u;
        m.e = (unsigned long long)i * 1234567890123u;
        m.f = (long long)i * 700000;
        m.g = i != 0;
        m.h = i & 1;
        printf("%d: %u %d %u %u %llu %lld %d %d\n", i, m.a, m.b, m.c, m.d, (unsigned long long)m.e, (long long)m.f, m.g, m.h);
    }
    dump(&m, sizeof m);
    struct Packed p;
    memset(&p, 0xa5, sizeof p);
    p.a = 0x55;
    p.b = 0x1deadbeefull;
    p.c = 0x1234567;
    p.d = -3;
    p.e = -1000000;
    printf("%u %llx %x %d %d %zu %zu\n", p.a, (unsigned long long)p.b, p.c, p.d, p.e, sizeof m, sizeof p);
    dump(&p, sizeof p);
    p.b++;
    p.c -= 5;
    p.e >>= 3;
    p.a ^= 0x7f;
    printf("%u %llx %x %d\n", p.a, (unsigned long long)p.b, p.c, p.e);
    union View v = {.f = -6.25f};
    printf("%u %u %x\n", v.part.sign, v.part.exponent, v.part.mantissa);
    v.part.exponent++;
    printf("%g\n", v.f);
    unsigned wide = 13;
    int assigned = (m.a = wide);
    printf("%d\n", assigned);
    return 0;
}

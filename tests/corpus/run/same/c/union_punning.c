// Unions: reading another member, arrays inside, anonymous members, endianness, tagged unions.
#include <stdint.h>
#include <stdio.h>

union Word {
    uint64_t u64;
    uint32_t u32[2];
    uint16_t u16[4];
    uint8_t u8[8];
    double d;
    float f[2];
};

struct Value {
    enum { INT, REAL, TEXT, LIST } kind;
    union {
        long i;
        double r;
        const char *s;
        struct { const struct Value *items; int n; };
    };
};

static void print(const struct Value *v) {
    switch (v->kind) {
    case INT: printf("%ld", v->i); break;
    case REAL: printf("%g", v->r); break;
    case TEXT: printf("'%s'", v->s); break;
    case LIST:
        putchar('[');
        for (int i = 0; i < v->n; i++) {
            if (i)
                putchar(' ');
            print(&v->items[i]);
        }
        putchar(']');
    }
}

int main(void) {
    union Word w = {.u64 = 0x0123456789abcdef};
    printf("%x %x %x %x\n", w.u32[0], w.u32[1], w.u16[1], w.u8[7]);
    w.d = 1.0;
    printf("%lx %x\n", w.u64, w.u16[3]);
    w.f[0] = -2.0f;
    printf("%x %g\n", w.u32[0], w.f[1]);
    for (int i = 0; i < 8; i++)
        w.u8[i] = (uint8_t)(i * 16 + i);
    printf("%016lx %a\n", w.u64, w.d);
    w.u16[2] ^= 0xffff;
    printf("%016lx\n", w.u64);
    struct Value inner[] = {{INT, .i = -5}, {TEXT, .s = "abc"}};
    struct Value list[] = {{REAL, .r = 2.5}, {LIST, .items = inner, .n = 2}, {INT, .i = 1L << 40}};
    struct Value all = {LIST, .items = list, .n = 3};
    print(&all);
    puts("");
    float f = 0.15625f;
    uint32_t bits = ((union { float f; uint32_t u; }){f}).u;
    printf("%x %zu\n", bits, sizeof(union Word));
    union { struct { uint8_t lo, hi; }; uint16_t whole; } half = {.whole = 0xbeef};
    printf("%x %x\n", half.lo, half.hi);
    half.hi++;
    printf("%x\n", half.whole);
    return 0;
}

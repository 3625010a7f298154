// _BitInt of odd widths up to 128 bits: wrap, sign, division, shifts, conversions, structs, arrays.
//@ cflags: -std=c23
#include <stdio.h>

typedef unsigned _BitInt(3) u3;
typedef _BitInt(5) i5;
typedef unsigned _BitInt(17) u17;
typedef _BitInt(33) i33;
typedef unsigned _BitInt(65) u65;
typedef _BitInt(100) i100;
typedef unsigned _BitInt(128) u128;

static void print(u128 v) {
    char text[48];
    int n = sizeof text - 1;
    text[n] = 0;
    do {
        text[--n] = (char)('0' + (int)(v % 10));
        v /= 10;
    } while (v);
    puts(text + n);
}

struct Holder {
    u3 a;
    i33 b;
    u17 c[3];
    u65 d;
};

static i100 mix(i100 a, i5 b) { return a * b - (i100)b * 4; }

int main(void) {
    u3 a = 7;
    a += 3;
    i5 b = -16;
    u17 c = 131071;
    c++;
    printf("%d %d %d\n", (int)a, (int)b, (int)c);
    i33 d = (i33)4294967295;
    d = -d;
    printf("%lld %d\n", (long long)d, d < 0);
    u65 e = ~(u65)0;
    print(e);
    print(e / 3);
    print(e % 1000007);
    print((u128)(e >> 60));
    i100 f = (i100)1 << 98;
    print((u128)f);
    f = -f / 7;
    print((u128)-f);
    printf("%d %d\n", (int)(f % 1000), f < (i100)0);
    print((u128)-mix(f, (i5)-9));
    u128 g = 1;
    for (unsigned i = 1; i < 34; i++)
        g *= i;
    print(g);
    struct Holder h = {5, -7, {1, 2, 131071}, (u65)1 << 64};
    h.c[1] = (u17)(h.c[2] * (u17)2);
    h.b *= 100000007;
    h.a <<= 1;
    printf("%d %lld %d %zu\n", (int)h.a, (long long)h.b, (int)h.c[1], sizeof h);
    print(h.d - 1);
    printf("%g %g\n", (double)h.b, (double)h.d);
    printf("%zu %zu %zu\n", sizeof(u3), sizeof(u17), sizeof(i100));
    print((u128)(i100)-1);
    printf("%d\n", (int)(i5)(u3)7);
    return 0;
}

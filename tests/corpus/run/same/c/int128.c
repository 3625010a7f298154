// __int128: multiplication, division, shifts, comparison, conversion to and from double, printing.
#include <stdint.h>
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void print_unsigned(u128 v) {
    char text[48];
    int n = sizeof text - 1;
    text[n] = 0;
    do {
        text[--n] = (char)('0' + (int)(v % 10));
        v /= 10;
    } while (v);
    printf("%s", text + n);
}

static void print(i128 v) {
    if (v < 0)
        putchar('-');
    print_unsigned(v < 0 ? -(u128)v : (u128)v);
    putchar('\n');
}

static i128 power(i128 base, int exponent) {
    i128 r = 1;
    while (exponent-- > 0)
        r *= base;
    return r;
}

static u128 mulmod(u128 a, u128 b, u128 m) { return a * b % m; }

int main(void) {
    print(power(10, 38));
    print(power(-3, 79));
    print(power(7, 45) / power(-11, 10));
    print(power(-7, 45) % power(11, 10));
    i128 min = (i128)((u128)1 << 127);
    print(min);
    print(min / 3);
    print(min % 1000000007);
    for (int s = 0; s < 128; s += 17) {
        print((i128)((u128)0x123456789abcdef << s));
        print(min >> s);
    }
    u128 product = (u128)UINT64_MAX * UINT64_MAX;
    printf("%016lx%016lx\n", (uint64_t)(product >> 64), (uint64_t)product);
    printf("%d %d %d\n", min < 0, (u128)min > 0, (i128)-1 < (i128)1);
    print((i128)1e30);
    print((i128)-123456789.75);
    printf("%.17g %.17g\n", (double)power(3, 70), (double)(float)power(-5, 50));
    print((i128)(uint64_t)mulmod(0xfffffffffffffffb, 0xfffffffffffffff1, 0xffffffffffffffc5));
    print((i128)(int64_t)power(3, 75));
    u128 wrap = ~(u128)0;
    wrap += 2;
    print_unsigned(wrap);
    puts("");
    i128 table[4] = {1, -1, min, power(2, 100)};
    i128 x = 0;
    for (int i = 0; i < 4; i++)
        x ^= table[i];
    print(x);
    printf("%d %d\n", __builtin_popcountll((uint64_t)(product >> 64)), (int)sizeof(i128));
    return 0;
}

// Conversions between float, double, long double and every integer type, in both directions.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    double ds[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.9999999, 127.99, -128.0, 255.5, 65535.9, 2147483647.0, -2147483648.0};
    for (unsigned i = 0; i < sizeof ds / sizeof *ds; i++) {
        double d = ds[i];
        printf("%g: %d %ld %lld", d, (int)d, (long)d, (long long)(float)d);
        if (d > -1)
            printf(" %u %lu", (unsigned)d, (unsigned long)d);
        if (d > -129 && d < 128)
            printf(" %d", (signed char)d);
        if (d > -1 && d < 256)
            printf(" %d", (unsigned char)d);
        printf(" %d\n", (_Bool)d);
    }
    long is[] = {0, 1, -1, 16777217, -16777217, INT_MAX, INT_MIN, 9007199254740993, LONG_MAX, LONG_MIN, 1234567890123456789};
    for (unsigned i = 0; i < sizeof is / sizeof *is; i++) {
        long v = is[i];
        printf("%ld: %a %a %La %a %a\n", v, (double)v, (double)(float)v, (long double)v, (double)(unsigned long)v,
               (double)(float)(int)v);
    }
    printf("%lu %lu\n", (unsigned long)1.8446744073709550e19, (unsigned long)9.3e18f);
    printf("%ld\n", (long)-9.2233720368547758e18);
    printf("%a %a\n", (double)(float)1e-40, (double)(float)3.4028235677973366e38);
    printf("%a %a\n", (double)(float)0.1, (double)0.1L);
    printf("%La %La\n", (long double)0.1f, (long double)0.1);
    printf("%d %d\n", (int)3.99L, (int)-3.99L);
    printf("%lu %ld\n", (unsigned long)18446744073709551615.0L, (long)-9223372036854775808.0L);
    printf("%a\n", (double)18446744073709551615.0L);
    printf("%a\n", (double)(float)UINT64_MAX);
    short s = (short)-32768.9;
    unsigned short us = (unsigned short)65535.5f;
    printf("%d %u\n", s, us);
    int i = 7;
    i += 0.9;
    i *= 1.5;
    printf("%d\n", i);
    return 0;
}

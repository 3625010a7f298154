// 80-bit long double: arithmetic, bytes, functions, arrays, parameters and printing.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static long double horner(const long double *c, int n, long double x) {
    long double r = 0;
    while (n-- > 0)
        r = r * x + c[n];
    return r;
}

static void bytes(long double v) {
    unsigned char b[10];
    memcpy(b, &v, 10);
    for (int i = 9; i >= 0; i--)
        printf("%02x", b[i]);
    puts("");
}

static long double pass(int a, long double x, char b, long double y) { return x * a - y / b; }

int main(void) {
    long double third = 1.0L / 3, tenth = 0.1L;
    bytes(third);
    bytes(tenth);
    bytes(-0.0L);
    bytes(LDBL_MAX);
    bytes(LDBL_MIN);
    bytes(LDBL_EPSILON);
    bytes(1.0L + LDBL_EPSILON);
    printf("%.21Lg %.21Lg %Le %La\n", third, tenth, LDBL_MAX, LDBL_MIN);
    long double coefficients[] = {1, -0.5L, 0.25L, -0.125L, 1e-20L};
    for (int i = -3; i <= 3; i++)
        printf("%.20Lg\n", horner(coefficients, 5, i + tenth));
    printf("%.20Lg\n", pass(3, third, 7, tenth));
    printf("%.20Lg %.20Lg %.20Lg\n", sqrtl(2.0L), fabsl(-third), floorl(-2.5L));
    printf("%.20Lg %.20Lg\n", fmodl(10.5L, 3.0L), ldexpl(0.75L, 100));
    int e;
    long double m = frexpl(1e100L, &e);
    printf("%.20Lg %d\n", m, e);
    printf("%d %d %d\n", third < tenth, third == 1.0L / 3, (double)third == 1.0 / 3);
    long double sum = 0;
    for (int i = 1; i < 2000; i++)
        sum += 1.0L / ((long double)i * i);
    printf("%.20Lg\n", sum);
    printf("%d %d %zu\n", LDBL_DIG, LDBL_MANT_DIG, sizeof(long double));
    long double big = LDBL_MAX;
    big *= 2;
    bytes(big);
    printf("%Lf %Lg %.0Lf\n", big, big - big == big - big ? 1.0L : 0.0L, 12345678901234567890.0L);
    return 0;
}

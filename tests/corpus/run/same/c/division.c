// Division truncates toward zero and the remainder has the sign of the dividend, at all widths.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static const int values[] = {1, -1, 2, -2, 3, -3, 7, -7, 100, -100, INT_MAX, INT_MIN + 1, INT_MIN};
enum { COUNT = sizeof values / sizeof *values };

int main(void) {
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            int a = values[i], b = values[j];
            if (a == INT_MIN && b == -1)
                continue;
            int q = a / b, r = a % b;
            if (q * b + r != a || (r != 0 && (r < 0) != (a < 0)))
                printf("broken %d %d\n", a, b);
            if (i % 3 == 0 && j % 2 == 0)
                printf("%d/%d=%d r %d, unsigned %u r %u\n", a, b, q, r, (unsigned)a / (unsigned)b,
                       (unsigned)a % (unsigned)b);
        }
    div_t d = div(-17, 5);
    ldiv_t ld = ldiv(LONG_MIN, 10);
    lldiv_t lld = lldiv(LLONG_MAX, -7);
    printf("%d %d | %ld %ld | %lld %lld\n", d.quot, d.rem, ld.quot, ld.rem, lld.quot, lld.rem);
    signed char c = -128;
    short s = -32768;
    printf("%d %d %d %d\n", c / -1, c % 7, s / -1, s % 1000); /* promoted: no overflow */
    printf("%lu %lu\n", ULONG_MAX / 3, ULONG_MAX % 10);
    printf("%ld %ld\n", LONG_MIN / 2, LONG_MIN % 3);
    long total = 0;
    for (long n = -1000; n <= 1000; n++)
        for (long m = 1; m < 20; m++)
            total += (n / m) * 3 + (n % m) * 7;
    printf("%ld %d %ld\n", total, abs(-5), labs(LONG_MIN + 1));
    return 0;
}

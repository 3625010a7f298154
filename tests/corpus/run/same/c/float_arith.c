// float and double arithmetic: rounding, accumulation, comparison, exact bits of results.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits(double d) {
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    return u;
}

static uint32_t bitsf(float f) {
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

int main(void) {
    double xs[] = {0.1, 0.2, 1.0 / 3, 1e16, 1e-16, -2.5, 123456.789, 3e-310, 1e308};
    enum { N = sizeof xs / sizeof *xs };
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double a = xs[i], b = xs[j];
            float f = (float)a, g = (float)b;
            printf("%016lx %016lx %016lx %016lx", bits(a + b), bits(a - b), bits(a * b), bits(a / b));
            printf(" %08x %08x %08x", bitsf(f + g), bitsf(f * g), bitsf(f - g));
            printf(" %d%d%d%d%d\n", a < b, a <= b, a == b, a != b, a >= b);
        }
    float sum = 0;
    double dsum = 0;
    for (int i = 1; i <= 10000; i++) {
        sum += 1.0f / (float)i;
        dsum += 1.0 / i;
    }
    printf("%.9g %.17g\n", (double)sum, dsum);
    double x = 1;
    for (int i = 0; i < 30; i++)
        x = 0.5 * (x + 2 / x);
    printf("%a %.17g\n", x, x);
    float fx = 16777216.0f;
    printf("%.1f %.1f\n", (double)(fx + 1.0f), (double)(fx + 2.0f));
    printf("%d %d\n", 0.1 + 0.2 == 0.3, 0.1f + 0.2f == 0.3f);
    x = 10;
    x++;
    x -= 0.25;
    x *= -3;
    x /= 7;
    printf("%a %a\n", x, -x);
    return 0;
}

// A Mandelbrot set in text, once in double and once in fixed point; checksums of both.
#include <stdint.h>
#include <stdio.h>

static int in_double(double cx, double cy) {
    double x = 0, y = 0;
    for (int i = 0; i < 60; i++) {
        double xx = x * x, yy = y * y;
        if (xx + yy > 4)
            return i;
        y = 2 * x * y + cy;
        x = xx - yy + cx;
    }
    return 60;
}
static int in_fixed(int32_t cx, int32_t cy) { /* 20 fractional bits */
    int64_t x = 0, y = 0;
    for (int i = 0; i < 60; i++) {
        int64_t xx = x * x >> 20, yy = y * y >> 20;
        if (xx + yy > 4 << 20)
            return i;
        y = (2 * x * y >> 20) + cy;
        x = xx - yy + cx;
    }
    return 60;
}

int main(void) {
    unsigned a = 0, b = 0;
    for (int y = -12; y <= 12; y++) {
        for (int x = -40; x <= 20; x++) {
            int i = in_double(x / 20.0, y / 10.0), f = in_fixed(x * (1 << 20) / 20, y * (1 << 20) / 10);
            a = a * 31 + (unsigned)i;
            b = b * 31 + (unsigned)f;
            putchar(" .:-=+*#%@"[i * 9 / 60]);
        }
        putchar('\n');
    }
    printf("%u %u\n", a, b);
    return 0;
}

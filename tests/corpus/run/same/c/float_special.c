// NaN, infinities, signed zero and denormals: comparisons, propagation, classification.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits(double d) {
    uint64_t u;
    memcpy(&u, &d, 8);
    return u;
}

static const char *class_of(double d) {
    switch (fpclassify(d)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return "inf";
    case FP_ZERO: return "zero";
    case FP_SUBNORMAL: return "subnormal";
    default: return "normal";
    }
}

int main(void) {
    volatile double zero = 0.0;
    double v[] = {NAN, INFINITY, -INFINITY, 0.0, -0.0, DBL_MIN, DBL_MIN / 2, 4.9406564584124654e-324, DBL_MAX, 1.0, -1.0};
    enum { N = sizeof v / sizeof *v };
    for (int i = 0; i < N; i++) {
        printf("%s %d %d %d %d %d\n", class_of(v[i]), !!isnan(v[i]), !!isinf(v[i]), !!isfinite(v[i]), !!isnormal(v[i]),
               !!signbit(v[i]));
        for (int j = 0; j < N; j++)
            printf("%d%d%d%d%d%d%d ", v[i] < v[j], v[i] <= v[j], v[i] == v[j], v[i] != v[j], v[i] > v[j], v[i] >= v[j],
                   !!isunordered(v[i], v[j]));
        puts("");
    }
    printf("%016lx %016lx\n", bits(1.0 / (zero + 1e-320)), bits(-1e300 * 1e300));
    printf("%d %d\n", isnan(INFINITY - INFINITY), isnan(0.0 * INFINITY));
    printf("%016lx %016lx\n", bits(DBL_MIN / 3), bits(5e-324 / 2));
    double d = 1;
    int steps = 0;
    while (d > 0) {
        d /= 2;
        steps++;
    }
    printf("%d\n", steps);
    float f = 1;
    steps = 0;
    while (f > 0) {
        f /= 2;
        steps++;
    }
    printf("%d %g\n", steps, (double)FLT_MIN / 8);
    printf("%a %a\n", (double)(FLT_MIN / 4), (double)(FLT_TRUE_MIN * 3));
    printf("%g %g %g %g\n", copysign(3.0, -0.0), copysign(NAN, 1.0), fmin(NAN, 2.0), fmax(1.0, NAN));
    printf("%f %F %e %G\n", INFINITY, -INFINITY, INFINITY, fabs((double)NAN));
    printf("%d %d\n", !NAN, NAN ? 1 : 0);
    printf("%a %a\n", nextafter(0.0, 1.0), nextafter(1.0, 2.0));
    return 0;
}

// Complex numbers: arithmetic, parts, conjugate, absolute value, passing by value.
#include <complex.h>
#include <math.h>
#include <stdio.h>

static double complex square(double complex z) { return z * z; }
static float complex scale(float complex z, float k) { return z * k; }
static long double complex wide(long double complex z) { return z + 1.0L; }

static int escape(double complex c) {
    double complex z = 0;
    int n = 0;
    while (n < 100 && creal(z) * creal(z) + cimag(z) * cimag(z) < 4.0) {
        z = square(z) + c;
        n++;
    }
    return n;
}

int main(void) {
    double complex a = 3.0 + 4.0 * I, b = -1.5 + 0.5 * I;
    double complex r[] = {a + b, a - b, a * b, a / b, conj(a), -a, a * 2.0, 1.0 / a};
    for (unsigned i = 0; i < sizeof r / sizeof *r; i++)
        printf("%.17g %.17g\n", creal(r[i]), cimag(r[i]));
    printf("%g %g\n", cabs(a), creal(a));
    printf("%d %d\n", a == 3.0 + 4.0 * I, a != b);
    float complex f = scale(1.25f - 2.0f * I, 0.5f);
    printf("%g %g\n", (double)crealf(f), (double)cimagf(f));
    long double complex w = wide(2.0L - 3.0L * I);
    printf("%Lg %Lg\n", creall(w), cimagl(w));
    for (int y = -4; y <= 4; y++) {
        for (int x = -8; x <= 4; x++)
            printf("%3d ", escape(x / 4.0 + y / 4.0 * I));
        puts("");
    }
    double complex p = 1;
    for (int i = 0; i < 8; i++)
        p *= (1.0 + 1.0 * I);
    printf("%g %g\n", creal(p), cimag(p));
    double *parts = (double *)&a;
    parts[1] = 9;
    printf("%g\n", cimag(a));
    double complex inf = (INFINITY + 0.0 * I) * (1.0 + 1.0 * I);
    printf("%d\n", isinf(creal(inf)) != 0 || isinf(cimag(inf)) != 0);
    return 0;
}

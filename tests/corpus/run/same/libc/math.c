// The functions of <math.h> printed with all their digits.
#include <math.h>
#include <stdio.h>

#define ONE(f) do { printf(#f); for (int i = 0; i < N; i++) printf(" %.17g", f(x[i]) + 0.0); puts(""); } while (0)
#define TWO(f) do { printf(#f); for (int i = 0; i < N; i++) printf(" %.17g", f(x[i], x[(i * 3 + 1) % N]) + 0.0); puts(""); } while (0)

int main(void) {
    static const double x[] = {0.5, 1.0, 2.0, 0.1, 3.75, 10.0, 0.999, 1e-3, 100.25, 7.0};
    enum { N = sizeof x / sizeof *x };
    ONE(sin); ONE(cos); ONE(tan); ONE(atan); ONE(sinh); ONE(cosh); ONE(tanh); ONE(asinh);
    ONE(exp); ONE(exp2); ONE(expm1); ONE(log); ONE(log2); ONE(log10); ONE(log1p); ONE(sqrt); ONE(cbrt);
    ONE(floor); ONE(ceil); ONE(round); ONE(trunc); ONE(rint); ONE(nearbyint); ONE(fabs);
    ONE(erf); ONE(erfc); ONE(tgamma); ONE(lgamma); ONE(logb); ONE(j0); ONE(y1);
    TWO(pow); TWO(atan2); TWO(hypot); TWO(fmod); TWO(remainder); TWO(fdim); TWO(fmin); TWO(fmax); TWO(copysign); TWO(nextafter);
    for (int i = 0; i < N; i++) {
        int e, q;
        double ip, m = frexp(-x[i], &e), fp = modf(-x[i], &ip);
        printf("%.17g %d %.17g %g %.17g %d %ld %.17g\n", m, e, fp, ip, remquo(x[i] * 7, 2, &q), ilogb(x[i]), lround(-x[i]),
               fma(x[i], 3, -1) + ldexp(x[i], -3) + scalbn(x[i], 2));
    }
    printf("%.17g %.17g %.17g\n", asin(0.3), acos(-0.3), atanh(0.5));
    printf("%.9g %.9g %.9g %.9g\n", sinf(0.5f), sqrtf(2.0f), powf(1.5f, 2.5f), floorf(-0.5f));
    double halves[] = {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5};
    for (int i = 0; i < 6; i++)
        printf("%g %g %g %g %g %ld %ld; ", floor(halves[i]), ceil(halves[i]), round(halves[i]), rint(halves[i]), trunc(halves[i]),
               lrint(halves[i]), lround(halves[i]));
    puts("");
    return 0;
}

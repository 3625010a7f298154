// Comparisons and selections on floats: all predicates, min/max idioms, sorting with NaN, equality of zeros.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int total_order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    if (isnan(x) || isnan(y))
        return (isnan(x) != 0) - (isnan(y) != 0);
    if (x == y)
        return (signbit(y) != 0) - (signbit(x) != 0);
    return x < y ? -1 : 1;
}

int main(void) {
    float f[] = {0.0f, -0.0f, 1.0f, NAN, INFINITY, -1.5f};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++)
            printf("%d%d%d%d%d%d%d%d ", f[i] < f[j], f[i] > f[j], f[i] == f[j], !(f[i] < f[j]), !(f[i] >= f[j]),
                   isless(f[i], f[j]), islessgreater(f[i], f[j]), isgreaterequal(f[i], f[j]));
        puts("");
    }
    double v[] = {3, NAN, -0.0, 0.0, -INFINITY, 2.5, INFINITY, -7};
    qsort(v, 8, sizeof *v, total_order);
    for (int i = 0; i < 8; i++)
        printf("%g ", isnan(v[i]) ? 999.0 : v[i]);
    puts("");
    double best = -INFINITY;
    for (int i = 0; i < 8; i++)
        best = v[i] > best ? v[i] : best;
    printf("%g %g %g\n", best, NAN > 1 ? 1.0 : 2.0, NAN < 1 ? 1.0 : 2.0);
    long double l = 1.0L, m = 1.0L + 0x1p-63L;
    printf("%d %d %d\n", l == m, l < m, (double)l == (double)m);
    float tenth = 0.1f;
    double exact = 0.1;
    if (tenth == exact)
        puts("equal");
    else
        puts("different");
    while (!(l > 1000))
        l *= 3;
    printf("%Lg\n", l);
    return 0;
}

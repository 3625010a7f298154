// Floating point: multiplication of square matrices.
#include <stdio.h>
#include <stdlib.h>

static double *make(size_t n, double seed) {
    double *m = malloc(n * n * sizeof *m);
    for (size_t i = 0; i < n * n; i++)
        m[i] = seed * (double)(i % 17) - (double)(i % 5);
    return m;
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 400;
    double *a = make(n, 0.5), *b = make(n, 0.25), *c = make(n, 0), trace = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
    for (size_t i = 0; i < n; i++)
        trace += c[i * n + i];
    printf("%.17g\n", trace);
    free(a);
    free(b);
    free(c);
    return 0;
}

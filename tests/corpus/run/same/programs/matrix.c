// Matrices of doubles: multiplication, transposition, determinant and inverse by elimination.
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 5 };
typedef double Matrix[N][N];

static void multiply(Matrix a, Matrix b, Matrix out) {
    Matrix r = {{0}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                r[i][j] += a[i][k] * b[k][j];
    memcpy(out, r, sizeof r);
}

static double eliminate(Matrix a, Matrix inverse) {
    double det = 1;
    memset(inverse, 0, sizeof(Matrix));
    for (int i = 0; i < N; i++)
        inverse[i][i] = 1;
    for (int c = 0; c < N; c++) {
        int pivot = c;
        for (int r = c + 1; r < N; r++)
            if (fabs(a[r][c]) > fabs(a[pivot][c]))
                pivot = r;
        if (a[pivot][c] == 0)
            return 0;
        if (pivot != c) {
            det = -det;
            for (int k = 0; k < N; k++) {
                double t = a[c][k]; a[c][k] = a[pivot][k]; a[pivot][k] = t;
                t = inverse[c][k]; inverse[c][k] = inverse[pivot][k]; inverse[pivot][k] = t;
            }
        }
        det *= a[c][c];
        double scale = 1 / a[c][c];
        for (int k = 0; k < N; k++) {
            a[c][k] *= scale;
            inverse[c][k] *= scale;
        }
        for (int r = 0; r < N; r++) {
            double f = a[r][c];
            if (r == c || f == 0)
                continue;
            for (int k = 0; k < N; k++) {
                a[r][k] -= f * a[c][k];
                inverse[r][k] -= f * inverse[c][k];
            }
        }
    }
    return det;
}

int main(void) {
    Matrix a, copy, inverse, product;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3 + i * j) % 11 - 4.5;
    memcpy(copy, a, sizeof a);
    printf("%.15g\n", eliminate(copy, inverse));
    multiply(a, inverse, product);
    double error = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            error = fmax(error, fabs(product[i][j] - (i == j)));
    printf("%d\n", error < 1e-12);
    for (int i = 0; i < N; i++)
        printf("%.17g %.17g\n", inverse[i][0], product[i][i]);
    multiply(a, a, product);
    multiply(product, a, product);
    double trace = 0;
    for (int i = 0; i < N; i++)
        trace += product[i][i];
    printf("%.17g\n", trace);
    return 0;
}

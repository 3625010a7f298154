// Variable-length arrays: one and two dimensions, sizeof at run time, parameters, loops, typedefs.
#include <stdio.h>
#include <string.h>

static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static void multiply(int n, int a[n][n], int b[n][n], int c[n][n]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

static unsigned recurse(int depth) {
    char pad[depth + 1];
    memset(pad, depth, sizeof pad);
    unsigned s = 0;
    for (int i = 0; i <= depth; i++)
        s += (unsigned char)pad[i];
    return depth == 0 ? s : s + recurse(depth - 1);
}

int main(void) {
    for (int n = 1; n <= 6; n++) {
        int a[n][n], b[n][n], c[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                a[i][j] = i * n + j;
                b[i][j] = i == j ? 2 : i - j;
            }
        multiply(n, a, b, c);
        printf("%d %zu %zu %d %d\n", n, sizeof a, sizeof a[0], trace(n, c), c[n - 1][0]);
    }
    int n = 4;
    typedef long Row[n];
    n = 10; /* the typedef keeps its bound */
    Row row;
    printf("%zu %zu\n", sizeof(Row), sizeof row);
    for (int i = 0; i < 4; i++)
        row[i] = i;
    long (*p)[4] = &row;
    printf("%ld\n", (*p)[3]);
    int k = 3;
    size_t s = sizeof(int[k++]);
    printf("%zu %d\n", s, k);
    double cube[k][k - 1][k - 2];
    double value = 0;
    for (int x = 0; x < k; x++)
        for (int y = 0; y < k - 1; y++)
            for (int z = 0; z < k - 2; z++)
                cube[x][y][z] = value++;
    printf("%g %g %zu\n", cube[3][2][1], cube[1][0][1], sizeof cube);
    printf("%u\n", recurse(60));
    int total = 0;
    for (int i = 1; i < 200; i++) { /* stack must be given back in every iteration */
        int block[i * 8];
        block[0] = i;
        block[i * 8 - 1] = 2 * i;
        total += block[0] + block[i * 8 - 1];
    }
    printf("%d\n", total);
    return 0;
}

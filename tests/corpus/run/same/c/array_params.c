// Arrays as parameters: static bounds, const, multi-dimensional, pointers to arrays, arrays of pointers.
#include <stdio.h>
#include <string.h>

static int first_three(const int v[static 3]) { return v[0] * 100 + v[1] * 10 + v[2]; }
static size_t decays(char text[100]) { return sizeof(char *) == 8 ? strlen(text) : 0; }
static void fill(int rows, int (*m)[3]) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = i * 10 + j;
}
static int whole(int (*p)[4]) { return (int)(sizeof *p / sizeof **p) + (*p)[3]; }
static const char *longest(const char *const *words) {
    const char *best = *words;
    for (; *words; words++)
        if (strlen(*words) > strlen(best))
            best = *words;
    return best;
}
static int sum3d(int v[][2][2], int n) {
    int s = 0;
    for (int i = 0; i < n * 4; i++)
        s = s * 2 + v[i / 4][i / 2 % 2][i % 2];
    return s;
}
struct Wrapped { int v[5]; };
static struct Wrapped doubled(struct Wrapped w) {
    for (int i = 0; i < 5; i++)
        w.v[i] *= 2;
    return w;
}

int main(void) {
    int a[4] = {7, 8, 9, 10}, m[2][3], cube[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    printf("%d %zu %d\n", first_three(a), decays((char[]){"decayed"}), whole(&a));
    fill(2, m);
    printf("%d %d %zu\n", m[1][2], *(*(m + 1) + 1), sizeof m / sizeof m[0]);
    printf("%s %d\n", longest((const char *const[]){"a", "longer", "mid", NULL}), sum3d(cube, 2));
    struct Wrapped w = {{1, 2, 3, 4, 5}}, d = doubled(w);
    printf("%d %d\n", w.v[4], d.v[4]);
    int *pointers[3] = {&a[2], &m[0][1], &cube[1][1][1]};
    for (int i = 0; i < 3; i++)
        *pointers[i] += 1000;
    printf("%d %d %d\n", a[2], m[0][1], cube[1][1][1]);
    int (*rows[2])[3] = {&m[1], &m[0]};
    printf("%d %d\n", (*rows[0])[0], (*rows[1])[2]);
    return 0;
}

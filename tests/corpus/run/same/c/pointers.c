// Pointer arithmetic, differences, comparison, pointer-to-pointer, multi-dimensional arrays, casts.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int grid[3][4][5];

static void swap(int **a, int **b) {
    int *t = *a;
    *a = *b;
    *b = t;
}

static size_t length(const char *s) {
    const char *p = s;
    while (*p++)
        ;
    return (size_t)(p - s - 1);
}

int main(void) {
    for (int i = 0; i < 60; i++)
        grid[i / 20][i / 5 % 4][i % 5] = i;
    int(*plane)[4][5] = &grid[1];
    int(*row)[5] = plane[0] + 2;
    printf("%d %d %d\n", plane[0][0][0], (*row)[3], row[1][4]);
    printf("%td %td\n", &grid[2][1][3] - &grid[2][1][0], &grid[2] - &grid[0]);
    int a[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *p = a + 3, *end = a + 8;
    printf("%d %d %d %d\n", p[-2], *(p + 2), 2 [p], (int)(end - p));
    printf("%d %d %d\n", p < end, p == &a[3], end != a);
    int *q = a;
    swap(&p, &q);
    printf("%d %d\n", *p, *q);
    printf("%d %d\n", *p++, *--q);
    unsigned char *bytes = (unsigned char *)a;
    printf("%d %d\n", bytes[4], bytes[28]);
    uintptr_t raw = (uintptr_t)&a[5];
    raw += sizeof(int);
    printf("%d %d\n", *(int *)raw, (int)(raw - (uintptr_t)a));
    void *v = a;
    printf("%d %zu\n", ((int *)v)[7], length("hello, pointer"));
    char **lines = malloc(3 * sizeof *lines);
    for (int i = 0; i < 3; i++) {
        lines[i] = malloc(4);
        for (int j = 0; j < 3; j++)
            lines[i][j] = (char)('a' + i * 3 + j);
        lines[i][3] = 0;
    }
    for (char **l = lines; l < lines + 3; l++)
        printf("%s ", *l);
    puts("");
    for (int i = 0; i < 3; i++)
        free(lines[i]);
    free(lines);
    int *null = NULL;
    printf("%d %d\n", null == 0, !null);
    struct { char c; int arr[3]; } s = {'x', {1, 2, 3}}, *ps = &s;
    int *into = ps->arr + 1;
    into[1] = 30;
    printf("%d %zu\n", s.arr[2], offsetof(__typeof__(s), arr));
    uintptr_t tagged = (uintptr_t)a | 1; /* low bit as a tag */
    printf("%d %d\n", (int)(tagged & 1), ((int *)(tagged & ~(uintptr_t)1))[2]);
    return 0;
}

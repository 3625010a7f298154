// Designated initialisers, nested braces, ranges, compound literals with and without static storage.
#include <stdio.h>
#include <string.h>

struct P { int x, y, z; };
struct Q { struct P p[2]; const char *name; int tail[4]; };

static int table[] = {[5] = 50, 51, [1] = 10, 11, [9] = 90};
static const struct Q global = {.name = "global", .p = {[0] = {1, .z = 3}, [1].y = 7}, .tail = {[1 ... 2] = 4}};
static int *literal = (int[]){1, 2, 3, 4};
static char text[8] = "abc", exact[3] = "xyz";
static struct P grid[2][2] = {{{1}, {2, 3}}, {{4, 5, 6}}};
static const char *names[] = {[2] = "two", [0] = "zero"};

static int sum(const int *p, int n) {
    int s = 0;
    while (n--)
        s += *p++;
    return s;
}

static struct P *pick(struct P *a, struct P *b) { return a->x > b->x ? a : b; }

int main(void) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        printf("%d ", table[i]);
    puts("");
    printf("%d %d %d %d %d\n", global.p[0].x, global.p[0].y, global.p[0].z, global.p[1].x, global.p[1].y);
    printf("%s %d %d %d %d\n", global.name, global.tail[0], global.tail[1], global.tail[2], global.tail[3]);
    literal[2] = 30;
    printf("%d\n", sum(literal, 4));
    printf("%d %d %zu %.3s\n", text[2], text[7], sizeof text, exact);
    for (int i = 0; i < 4; i++)
        printf("%d.%d.%d ", grid[i / 2][i % 2].x, grid[i / 2][i % 2].y, grid[i / 2][i % 2].z);
    puts("");
    printf("%s %d %s\n", names[0], names[1] == NULL, names[2]);
    int n = 3;
    struct Q local = {{{n, n + 1, n + 2}, {.z = n * n}}, .name = n > 2 ? "big" : "small"};
    printf("%d %d %d %s %d\n", local.p[0].y, local.p[1].x, local.p[1].z, local.name, local.tail[3]);
    printf("%d\n", sum((int[]){n, n * 2, n * 3}, 3));
    printf("%d\n", pick(&(struct P){n, 0, 0}, &(struct P){.x = 2})->x);
    for (int i = 0; i < 3; i++) {
        struct P *fresh = &(struct P){.y = i};
        fresh->x += i + 1;
        printf("%d%d ", fresh->x, fresh->y);
    }
    puts("");
    char chars[] = {'h', 'i', '\0'}, zeros[4] = {0};
    printf("%s %zu %d\n", chars, strlen(chars), zeros[3]);
    struct P copy = (struct P){.z = (struct P){1, 2, 3}.z};
    printf("%d\n", copy.z);
    union { int i; char c[8]; } u = {.c = "union"};
    printf("%s\n", u.c);
    return 0;
}

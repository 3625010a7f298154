// Conway's game of life on a torus, with a glider, a blinker and a random soup.
#include <stdio.h>
#include <string.h>

enum { W = 24, H = 16 };
static unsigned char now[H][W], then[H][W];

static int neighbours(int y, int x) {
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx)
                n += now[(y + dy + H) % H][(x + dx + W) % W];
    return n;
}
static void step(void) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = neighbours(y, x);
            then[y][x] = n == 3 || (n == 2 && now[y][x]);
        }
    memcpy(now, then, sizeof now);
}
static int alive(void) {
    int n = 0;
    for (int i = 0; i < W * H; i++)
        n += now[i / W][i % W];
    return n;
}
static void print(void) {
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(now[y][x] ? '#' : '.');
        putchar('\n');
    }
}

int main(void) {
    static const char *const start[] = {".#.", "..#", "###"};
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            now[y][x] = start[y][x] == '#';
    for (int x = 10; x < 13; x++)
        now[10][x] = 1;
    for (int i = 0; i < 20; i++)
        step();
    print();
    unsigned s = 1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            s = s * 1664525u + 1013904223u;
            now[y][x] = s >> 31;
        }
    for (int i = 0; i <= 60; i++) {
        if (i % 10 == 0)
            printf("%d:%d ", i, alive());
        step();
    }
    puts("");
    return 0;
}

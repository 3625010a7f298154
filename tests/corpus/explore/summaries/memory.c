// What a function reads and writes through pointers and in globals is part of its summary.
//@ runs: => 75, <= 33
//@ outcomes: 0 10 11 12 13 14
#include <coax.h>
#include <string.h>

static int count, last;

struct pair {
    int x, y;
};

static int push(struct pair *p, int v) {
    if (v > 10) {
        p->x = v;
        count++;
        return 1;
    }
    if (v < 0) {
        p->y = -1;
        last = v;
        return 2;
    }
    return 0;
}

static int tag(const char *s) {
    if (!strcmp(s, "ab"))
        return 1;
    if (strlen(s) == 1)
        return 2;
    return 3;
}

// Summed up: 13 paths of functions, 17 of main, and three through `push` that were for nothing: it looked at
// a global that main had not looked at.
int main(void) {
    struct pair p = {1, 2};
    char s[4];
    coax_symbolic(s, 4, "s");
    coax_assume(s[3] == 0);
    int a = push(&p, coax_int("a"));
    int b = push(&p, coax_int("b"));
    int t = tag(s);
    if (a == 1 && b == 1 && p.x == 77)
        return 10;
    if (count == 2)
        return 11;
    if (p.y == -1 && last == -5)
        return 12;
    if (t == 1 && a == 2)
        return 13;
    if (t == 2)
        return 14;
    return 0;
}

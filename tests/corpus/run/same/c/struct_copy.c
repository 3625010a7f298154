// Copying structs and unions: assignment, nesting, self-containing arrays, aliasing copies.
#include <stdio.h>
#include <string.h>

struct Point { int x, y; };
struct Shape {
    char name[12];
    struct Point corner[3];
    double weight;
    union { int i; float f; char c[4]; } tag;
    struct { short a; struct Point p; } inner;
};

static struct Shape make(const char *name, int k) {
    struct Shape s = {.weight = k / 4.0};
    snprintf(s.name, sizeof s.name, "%s", name);
    for (int i = 0; i < 3; i++)
        s.corner[i] = (struct Point){k * i, k - i};
    s.tag.i = 0x41424344;
    s.inner.a = (short)k;
    s.inner.p = s.corner[2];
    return s;
}

static void print(const struct Shape *s) {
    printf("%s %g %.4s %d %d,%d", s->name, s->weight, s->tag.c, s->inner.a, s->inner.p.x, s->inner.p.y);
    for (int i = 0; i < 3; i++)
        printf(" (%d,%d)", s->corner[i].x, s->corner[i].y);
    puts("");
}

static struct Shape by_value(struct Shape s) {
    s.corner[0].x = 999;
    strcpy(s.name, "changed");
    return s;
}

int main(void) {
    struct Shape a = make("first", 5), b = a;
    b.corner[1].x = -1;
    strcat(b.name, "-copy");
    print(&a);
    print(&b);
    struct Shape c = by_value(a);
    print(&a);
    print(&c);
    struct Shape list[3] = {a, b, c};
    struct Shape swap = list[0];
    list[0] = list[2];
    list[2] = swap;
    for (int i = 0; i < 3; i++)
        print(&list[i]);
    list[1] = list[1];
    print(&list[1]);
    struct { struct Shape s; int n; } w = {.s = b, .n = 3}, *pw = &w;
    pw->s.corner[0] = pw->s.corner[2];
    print(&pw->s);
    union { struct Point p; long long whole; } u = {.p = {1, 2}}, v = u;
    printf("%d %d %d\n", v.p.x, v.p.y, v.whole == u.whole);
    v.whole = 0x0000000700000009;
    printf("%d %d %d\n", v.p.x, v.p.y, u.p.x);
    printf("%d %s\n", make("temp", 8).corner[1].y, by_value(make("x", 1)).name);
    return 0;
}

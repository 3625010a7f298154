// Function pointers: tables, callbacks, returning them, comparing them, arrays of them in structs.
#include <stdio.h>

typedef int (*Op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int power(int a, int b) { return b <= 0 ? 1 : a * power(a, b - 1); }

static const struct { char symbol; Op op; } table[] = {{'+', add}, {'-', sub}, {'*', mul}, {'^', power}};

static Op lookup(char symbol) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].symbol == symbol)
            return table[i].op;
    return NULL;
}

static int fold(Op op, int start, const int *v, int n) {
    for (int i = 0; i < n; i++)
        start = op(start, v[i]);
    return start;
}

static void twice(void (*f)(void *), void *context) {
    f(context);
    (*f)(context);
}

static void bump(void *p) { ++*(int *)p; }
static void grow(void *p) { *(int *)p *= 5; }

struct Object {
    int state;
    int (*get)(const struct Object *);
    void (*hook[2])(void *);
};
static int doubled(const struct Object *o) { return o->state * 2; }
static int negated(const struct Object *o) { return -o->state; }

static int (*choose(int which))(const struct Object *) { return which ? doubled : negated; }
static float mixed(float a, int b, double c, char d) { return (float)(a + b + c + d); }

int main(void) {
    int v[] = {2, 3, 4};
    for (const char *s = "+-*^?"; *s; s++) {
        Op op = lookup(*s);
        if (op)
            printf("%c %d %d\n", *s, op(7, 3), fold(op, 1, v, 3));
        else
            printf("%c none\n", *s);
    }
    int k = 1;
    twice(bump, &k);
    twice(&grow, &k);
    printf("%d\n", k);
    struct Object o = {21, choose(1), {bump, grow}};
    printf("%d", o.get(&o));
    o.get = choose(0);
    for (int i = 0; i < 4; i++)
        o.hook[i & 1](&o.state);
    printf(" %d\n", o.get(&o));
    printf("%d %d %d\n", lookup('+') == add, choose(1) == choose(1), choose(0) == choose(1));
    float (*fp)(float, int, double, char) = mixed;
    printf("%g\n", fp(0.5f, 2, 0.25, 'A'));
    void *raw = (void *)mul;
    printf("%d\n", ((Op)raw)(6, 7));
    return 0;
}

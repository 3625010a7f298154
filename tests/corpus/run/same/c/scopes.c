// Scopes and linkage: shadowing, static at block scope, tentative definitions, extern in blocks, loops.
#include <stdio.h>

int tentative;
int tentative;
int value = 1;
static int hidden;
extern int later;

static int shadow(int value) {
    int result = value;
    {
        int value = 20;
        result += value;
        {
            extern int value;
            result += value;
        }
        for (int value = 0; value < 3; value++)
            result += value;
    }
    return result;
}

static int counters(int which) {
    if (which) {
        static int n = 100;
        return n++;
    } else {
        static int n = 200;
        return n--;
    }
}

static int declared_twice(int, int);
static int declared_twice(int a, int b) { return a * b; }
int later = 7;

struct Tag { int a; };
static int tags(void) {
    struct Tag { char c; } local = {'q'};
    int Tag = 3;
    return local.c + Tag + (int)sizeof(struct Tag);
}

int main(void) {
    printf("%d %d %d\n", tentative, hidden, later);
    printf("%d\n", shadow(5));
    for (int i = 0; i < 3; i++)
        printf("%d %d ", counters(1), counters(0));
    puts("");
    printf("%d %d\n", declared_twice(6, 7), tags());
    int i = 100;
    for (int i = 0, j = 10; i < j; i++, j--)
        printf("%d-%d ", i, j);
    printf("%d\n", i);
    int n = 0;
    while (1) {
        if (++n % 2)
            continue;
        if (n > 8)
            break;
    }
    do
        n += 5;
    while (n < 30);
    printf("%d\n", n);
    hidden = tentative = value = 4;
    printf("%d %d %d\n", hidden, tentative, value);
    return 0;
}

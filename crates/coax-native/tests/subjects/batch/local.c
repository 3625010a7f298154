/* A source that its tests include. Two of its local functions have names that a library has, too. */
#include <stdlib.h>
#include <string.h>

int shared = 3;
static int divisor = 7;
static const int table[3] = {1, 2, 3};
static int calls;

static double fabs(double x) { return x / 4; }
static int lsearch(int x) { return x + 1; }

static int next(void) {
    static int count = 40;
    return ++count;
}

static int divide(int x) {
    calls++;
    return x / divisor;
}

static int at(int i) { return table[i]; }
int grow(int x) { return shared + x; }
static int follow(int *pointer) { return *pointer; }

static void lose(void) {
    void *volatile block = malloc(8);
    block = 0;
}

static char copied(int length) {
    char *from = malloc(4), to[8];
    memcpy(to, from, length);
    free(from);
    return to[0];
}

static int maybe(int n) {
    int x;
    if (n)
        x = 1;
    if (x)
        return 3;
    return 4;
}

int main(int argc, char **argv) { return argc + (argv ? 10 : 11); }

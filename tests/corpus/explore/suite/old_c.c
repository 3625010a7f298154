// Functions without types or declarations and mixed pointers, as old sources have them; their tests build alone.
//@ coverage: full
//@ paths: <= 6
//@ outcomes: 0 2 5
#include <klee/klee.h>

static char *found;
static long places[2];

distance(a, b)
    int a, b;
{
    return a > b ? a - b : b - a;
}

main()
{
    int x, *first;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0 & x < 10);
    first = places;
    found = first;
    if (x > 7)
        return 5;
    if (distance(x, 4) == 2)
        return twice(1);
    return found == 0;
}

int twice(n)
    int n;
{
    return 2 * n;
}

/* A program whose branches can be counted by hand. */
#include "branches.h"
#include <stdlib.h>

/* Two conditions: four outcomes. */
int both(int x, int y) {
    if (x > 3 && y < 9)
        return 1;
    return 0;
}

/* Three cases (default included), each taken or not: with the if, eight outcomes. */
static int choose(int x) {
    switch (x) {
    case 1:
        return 7;
    case 2:
        return 8;
    default:
        break;
    }
    if (x == 99)
        abort();
    return 0;
}

int never(int x) {
    return x ? 1 : 2;
}

int main(int argc, char **argv) {
    int x = atoi(argv[1]);
    return both(x, 5) + choose(x) + half(x);
}

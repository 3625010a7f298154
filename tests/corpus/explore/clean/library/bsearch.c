// bsearch for a symbolic key in a constant table.
//@ outcomes: 0 1 2 3 4 99
#include <coax.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x < y)
        return -1;
    return x > y;
}

int main(void) {
    static const int table[5] = {1, 3, 5, 8, 11};
    int key = coax_int("key");
    const int *found = bsearch(&key, table, 5, sizeof key, compare);
    return found ? (int)(found - table) : 99;
}

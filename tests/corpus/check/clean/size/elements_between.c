// Two places in the wrong order have no elements between them.
//@ check: elements_between
#include <stdlib.h>

int elements_between(int from, int to) {
    if (from < 0 || to > 8 || from > to)
        return -1;
    int *elements = malloc((size_t)(to - from) * sizeof *elements);
    int there = elements != NULL;
    free(elements);
    return there;
}

// Two places in the wrong order have a negative number of elements between them.
//@ check: elements_between
#include <stdlib.h>

int elements_between(int from, int to) {
    if (from < 0 || to < 0 || from > 8 || to > 8)
        return -1;
    int *elements = malloc((size_t)(to - from) * sizeof *elements); //~ negative-size
    int there = elements != NULL;
    free(elements);
    return there;
}

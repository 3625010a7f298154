// The function counts before it lets go.
//@ check: forget_and_count
#include <stdlib.h>

static int *counts;

int begin(void) {
    counts = calloc(4, sizeof *counts);
    return counts != NULL;
}

int forget_and_count(int slot) {
    if (slot < 0 || slot > 3)
        return 0;
    int count = counts ? counts[slot] : 0;
    free(counts);
    counts = NULL;
    return count;
}

// The function itself lets go of what it then looks at: no other code could help.
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
    free(counts);
    counts = NULL;
    return counts[slot]; //~ null-dereference assuming nothing
}

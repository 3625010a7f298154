// malloc does not clear its memory.
#include <stdlib.h>
int main(void) {
    int *counts = malloc(10 * sizeof *counts);
    counts[0] = 1;
    int r = 0;
    if (counts[4] == 0) //~ uninitialized-read
        r = 1;
    free(counts);
    return r;
}

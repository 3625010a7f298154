// Both the failing step and the end free the block.
//@ check: process
#include <stdlib.h>

static int step(int *work, int mode) {
    if (mode == 13) {
        free(work);
        return -1;
    }
    *work += 1;
    return 0;
}

int process(int mode) {
    int *work = calloc(1, sizeof *work);
    if (work == NULL)
        return -2;
    int status = step(work, mode);
    free(work); //~ double-free
    return status;
}

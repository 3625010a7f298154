// The second limit does not hold, and the first block stays behind.
//@ check: copies
#include <stdlib.h>

int copies(unsigned rows, unsigned columns) {
    if (rows == 0 || rows > 4)
        return -1;
    int *index = calloc(rows, sizeof *index); //~ memory-leak
    if (index == NULL)
        return -1;
    if (columns > 100)
        return -2;
    index[rows - 1] = (int)columns;
    int last = index[rows - 1];
    free(index);
    return last;
}

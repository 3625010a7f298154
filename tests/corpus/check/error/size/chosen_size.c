// A buffer has one of two sizes, and the place that is written only fits the larger one.
//@ check: reserve
#include <stdlib.h>

int reserve(int wide, int place) {
    size_t size = wide > 5 ? 16 : 20;
    char *buffer = calloc(size, 1);
    if (!buffer)
        return -1;
    buffer[place == 7 ? 17 : 3] = 1; //~ out-of-bounds
    int first = buffer[0];
    free(buffer);
    return first;
}

// However far it is out of bounds: one error, and no null pointer.
//@ check: at
#include <stddef.h>

static const int table[4] = {1, 2, 3, 4};

int at(size_t index) {
    const int *start = table;
    return *(start + index); //~ out-of-bounds
}

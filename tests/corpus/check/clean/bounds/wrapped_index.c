// However far it might be out of bounds, it is not.
//@ check: at
#include <stddef.h>

static const int table[4] = {1, 2, 3, 4};

int at(size_t index) {
    const int *start = table;
    return *(start + index % 4);
}

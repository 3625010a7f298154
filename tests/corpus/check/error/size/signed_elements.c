// A signed number of elements is multiplied before anybody looks at its sign.
//@ check: new_table
#include <stdlib.h>

int *new_table(long elements) {
    if (elements > 100)
        return NULL;
    return malloc(elements * sizeof(int)); //~ negative-size
}

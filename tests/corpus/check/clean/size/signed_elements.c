// An unsigned number of elements is never negative; what is too large is not there.
//@ check: new_table
//@ allow: object-size concretized
#include <stdlib.h>

int *new_table(unsigned long elements) {
    return malloc(elements * sizeof(int));
}

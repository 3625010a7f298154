// More is used than there is: what is left is less than nothing.
//@ check: rest_of_buffer
#include <stdlib.h>

void *rest_of_buffer(size_t total, size_t used) {
    return malloc(total - used); //~ negative-size
}

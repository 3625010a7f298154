// As long as not more is used than there is, what is left is no negative number, however large.
//@ check: rest_of_buffer
//@ allow: object-size concretized
#include <stdlib.h>

void *rest_of_buffer(size_t total, size_t used) {
    return used > total ? NULL : malloc(total - used);
}

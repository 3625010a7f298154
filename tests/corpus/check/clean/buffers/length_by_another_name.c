// The length has the name of some buffer, and means the one before it.
//@ check: sum --pointers nonnull
//@ allow: input-size
#include <stddef.h>

int sum(const unsigned char *value, size_t buffer_length) {
    int total = 0;
    for (size_t i = 0; i < buffer_length; i++)
        total += value[i];
    return total;
}

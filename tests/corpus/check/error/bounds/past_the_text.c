// The search for a separator does not stop at the end of the text.
//@ check: key_length --pointers nonnull --max-revisits 8
#include <stddef.h>

size_t key_length(const char *pair) {
    size_t n = 0;
    while (pair[n] != '=') //~ out-of-bounds
        n++;
    return n;
}

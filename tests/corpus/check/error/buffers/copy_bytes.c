// The caller's two lengths are taken for one.
//@ check: copy_bytes --pointers nonnull --max-revisits 6
#include <stddef.h>

struct buffer {
    unsigned char *data;
    size_t size;
};

size_t copy_bytes(struct buffer *to, const unsigned char *from, size_t length) {
    if (to->data == NULL)
        return 0;
    for (size_t i = 0; i < length; i++)
        to->data[i] = from[i]; //~ out-of-bounds
    return length;
}

// The smaller of the caller's two lengths is copied.
//@ check: copy_bytes --pointers nonnull --max-revisits 6
//@ allow: revisits input-size object-size
#include <stddef.h>

struct buffer {
    unsigned char *data;
    size_t size;
};

size_t copy_bytes(struct buffer *to, const unsigned char *from, size_t length) {
    if (to->data == NULL)
        return 0;
    if (length > to->size)
        length = to->size;
    for (size_t i = 0; i < length; i++)
        to->data[i] = from[i];
    return length;
}

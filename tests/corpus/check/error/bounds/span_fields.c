// The structure says how long its buffer is, and the reader goes one further.
//@ check: last_byte
#include <stddef.h>

struct slice {
    const unsigned char *data;
    size_t length;
};

int last_byte(const struct slice *s) {
    if (s == NULL || s->data == NULL || s->length == 0)
        return -1;
    return s->data[s->length]; //~ out-of-bounds
}

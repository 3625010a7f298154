// Each of two buffers has its own length: they are not one.
//@ check: last_to_last --pointers nonnull
//@ allow: input-size
#include <stddef.h>

void last_to_last(const unsigned char *in, size_t in_len, unsigned char *out, size_t out_len) {
    if (in_len > 0 && out_len > 0)
        out[out_len - 1] = in[in_len - 1];
}

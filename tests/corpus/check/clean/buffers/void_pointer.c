// A block without a type is filled up to the size that goes with it.
//@ check: wipe --pointers nonnull --max-revisits 8
//@ allow: revisits input-size object-size
#include <stddef.h>

void wipe(void *block, size_t size) {
    unsigned char *p = block;
    size_t i = 0;
    while (i < size)
        p[i++] = 0;
}

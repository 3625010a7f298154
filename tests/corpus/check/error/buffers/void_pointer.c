// A block without a type is filled beyond the size that goes with it.
//@ check: wipe --pointers nonnull --max-revisits 8
#include <stddef.h>

void wipe(void *block, size_t size) {
    unsigned char *p = block;
    size_t i = 0;
    do {
        p[i] = 0; //~ out-of-bounds
    } while (++i < size);
}

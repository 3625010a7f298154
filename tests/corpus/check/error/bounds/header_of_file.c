// The first byte of a file is an index into a table of ten.
//@ check: block_size --pointers nonnull
#include <stdio.h>

static const unsigned sizes[10] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

unsigned block_size(FILE *file) {
    unsigned char header[2];
    if (fread(header, 1, sizeof header, file) != sizeof header)
        return 0;
    if (header[1] != 'B')
        return 0;
    return sizes[header[0]]; //~ out-of-bounds
}

// A bad header makes the reader free its buffer.
//@ check: read_header
#include <stdlib.h>
#include <string.h>

int read_header(unsigned magic, unsigned version) {
    unsigned *header = malloc(2 * sizeof *header);
    if (header == NULL)
        return -1;
    header[0] = magic;
    header[1] = version;
    if (header[0] != 0xcafe) {
        free(header);
        return -2;
    }
    int result = (int)(header[1] & 0xff);
    free(header);
    return result;
}

// A plain program: the count in a file's header may be zero.
//@ explore: --symbolic-file data.bin,4
#include <stdio.h>

int main(void) {
    FILE *f = fopen("data.bin", "rb");
    if (!f)
        return 4;
    unsigned char header[4];
    size_t n = fread(header, 1, sizeof header, f);
    fclose(f);
    if (n < sizeof header)
        return 1;
    if (header[0] != 'M' || header[1] != 'Z')
        return 2;
    return header[3] / header[2]; //~ division-by-zero
}

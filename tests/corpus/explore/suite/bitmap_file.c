// The header of a file, given to the tests of a plain program as a real file.
//@ explore: --symbolic-file image.bmp,4
//@ outcomes: 1 2 8 24
#include <stdio.h>

int main(void) {
    unsigned char h[4];
    FILE *f = fopen("image.bmp", "rb");
    if (!f || fread(h, 1, sizeof h, f) != sizeof h)
        return 99;
    fclose(f);
    if (h[0] != 'B' || h[1] != 'M')
        return 1;
    if (h[2] == 8 || h[2] == 24)
        return h[2];
    return 2;
}

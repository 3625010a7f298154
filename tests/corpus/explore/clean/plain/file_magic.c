// A plain program that recognises a file.
//@ explore: --symbolic-file in.dat,3
//@ outcomes: 0 1
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *f = fopen("in.dat", "rb");
    if (!f)
        return 4;
    char magic[3];
    size_t n = fread(magic, 1, sizeof magic, f);
    fclose(f);
    if (n != sizeof magic)
        return 3;
    if (memcmp(magic, "GIF", 3) == 0)
        return 1;
    return 0;
}

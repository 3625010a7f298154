// What a reader gives at the end of a file ends the count.
//@ check: count_byte --pointers nonnull
#include <stdio.h>

static unsigned histogram[256];

void count_byte(FILE *file) {
    int c = fgetc(file);
    if (c == EOF)
        return;
    histogram[c]++;
}

// A reader keeps its stream in a structure, and masks what it reads.
//@ check: next_class --pointers nonnull
#include <stdio.h>

struct reader {
    int line;
    FILE *stream;
};

static const char *const classes[4] = {"end", "digit", "letter", "other"};

const char *next_class(struct reader *reader) {
    if (!reader->stream)
        return classes[0];
    int c = getc(reader->stream);
    if (c < 0)
        return classes[0];
    return classes[c & 3];
}

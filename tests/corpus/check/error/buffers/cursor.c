// A reader with a cursor between the start and the end of its buffer.
//@ check: next_two --pointers nonnull

struct reader {
    unsigned char *start;
    unsigned char *pointer;
    unsigned char *end;
};

int next_two(struct reader *reader) {
    if (!reader->start || reader->pointer >= reader->end)
        return -1;
    return reader->pointer[0] + 256 * reader->pointer[1]; //~ out-of-bounds assuming fields
}

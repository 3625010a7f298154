// A reader with a cursor between the start and the end of its buffer.
//@ check: next_two --pointers nonnull
//@ allow: input-size

struct reader {
    unsigned char *start;
    unsigned char *pointer;
    unsigned char *end;
};

int next_two(struct reader *reader) {
    if (!reader->start || reader->end - reader->pointer < 2)
        return -1;
    return reader->pointer[0] + 256 * reader->pointer[1];
}

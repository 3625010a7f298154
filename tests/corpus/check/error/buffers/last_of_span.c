// The last letter of what may have none.
//@ check: last --pointers nonnull

char last(const char *text, const char *text_end) {
    return text_end[-1]; //~ out-of-bounds
}

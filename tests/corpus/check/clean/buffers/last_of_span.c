// The last letter, if there is one.
//@ check: last --pointers nonnull
//@ allow: input-size

char last(const char *text, const char *text_end) {
    return text == text_end ? 0 : text_end[-1];
}

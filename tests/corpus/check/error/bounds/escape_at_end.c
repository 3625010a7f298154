// A backslash at the end of the text hides the terminator.
//@ check: unescaped_length --pointers nonnull --max-revisits 8
unsigned unescaped_length(const char *text) {
    unsigned length = 0;
    while (*text != '\0') { //~ out-of-bounds
        if (*text == '\\')
            text++;
        text++;
        length++;
    }
    return length;
}

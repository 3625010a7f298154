// A backslash at the end of the text hides nothing.
//@ check: unescaped_length --pointers nonnull --max-revisits 8
//@ allow: revisits input-size object-size
unsigned unescaped_length(const char *text) {
    unsigned length = 0;
    while (*text != '\0') {
        if (*text == '\\' && text[1] != '\0')
            text++;
        text++;
        length++;
    }
    return length;
}

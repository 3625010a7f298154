// The scanner steps over the separator behind the last token, which is the terminator.
//@ check: count_tokens --pointers nonnull --max-revisits 6
unsigned count_tokens(const char *line) {
    unsigned tokens = 0;
    const char *p = line;
    while (*p != '\0') { //~ out-of-bounds
        while (*p != ';' && *p != '\0')
            p++;
        tokens++;
        p++;
    }
    return tokens;
}

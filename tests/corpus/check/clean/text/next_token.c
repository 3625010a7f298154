// The scanner steps over separators only.
//@ check: count_tokens --pointers nonnull --max-revisits 6
//@ allow: revisits input-size object-size
unsigned count_tokens(const char *line) {
    unsigned tokens = 0;
    const char *p = line;
    while (*p != '\0') {
        while (*p != ';' && *p != '\0')
            p++;
        tokens++;
        if (*p == ';')
            p++;
    }
    return tokens;
}

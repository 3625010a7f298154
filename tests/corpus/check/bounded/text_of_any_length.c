// A text has no longest length: the loop over it is cut.
//@ check: count_blanks --pointers nonnull --max-revisits 8
//@ bounded: revisits
unsigned count_blanks(const char *text) {
    unsigned blanks = 0;
    while (*text != '\0')
        blanks += *text++ == ' ';
    return blanks;
}

// The end of the text is looked for.
//@ check: third --pointers nonnull
int third(char *s) {
    return s[0] == 'a' && s[1] ? s[2] : 0;
}

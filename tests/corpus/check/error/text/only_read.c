// A text that is only read ends, even if its type would let it be changed.
//@ check: third --pointers nonnull
int third(char *s) {
    return s[0] == 'a' ? s[2] : 0; //~ out-of-bounds assuming nothing
}

// What bounds the index is how much is available, not the number that stands beside it and is called a length.
//@ check: last --pointers nonnull
unsigned last(const unsigned char *ip, unsigned len, unsigned available) {
    unsigned found = len;
    for (unsigned i = 0; i <= available; i++)
        found ^= ip[i]; //~ out-of-bounds assuming nothing
    return found;
}

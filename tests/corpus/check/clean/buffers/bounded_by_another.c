// Nothing behind what is available is read, however long something is.
//@ check: last --pointers nonnull
//@ allow: input-size
unsigned last(const unsigned char *ip, unsigned len, unsigned available) {
    unsigned found = len;
    for (unsigned i = 0; i < available; i++)
        found ^= ip[i];
    return found;
}

// The least and the most a value may be: their difference may be nothing.
//@ check: share_within --pointers nonnull --max-revisits 6
unsigned share_within(const unsigned *code, unsigned minLen, unsigned maxLen) {
    return *code / (maxLen - minLen); //~ division-by-zero assuming nothing
}

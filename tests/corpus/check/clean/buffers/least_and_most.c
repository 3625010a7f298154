// The least and the most a value may be say nothing about how many values there are.
//@ check: codes_within --pointers nonnull --max-revisits 6
int codes_within(const unsigned *code, unsigned minLen, unsigned maxLen) {
    return *code >= minLen && *code <= maxLen;
}

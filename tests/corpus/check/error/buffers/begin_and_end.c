// A text between two pointers; what follows a backslash may be behind it.
//@ check: escapes --pointers nonnull --max-revisits 6

int escapes(const char *begin, const char *end) {
    int found = 0;
    while (begin != end) {
        if (*begin++ == '\\') {
            if (*begin == 'n') //~ out-of-bounds
                found++;
        }
    }
    return found;
}

// A text between two pointers; nothing behind it is looked at.
//@ check: escapes --pointers nonnull --max-revisits 6
//@ allow: input-size revisits

int escapes(const char *begin, const char *end) {
    int found = 0;
    while (begin != end) {
        if (*begin++ == '\\') {
            if (begin != end && *begin == 'n')
                found++;
        }
    }
    return found;
}

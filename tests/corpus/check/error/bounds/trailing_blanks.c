// A text of blanks only is trimmed beyond its start.
//@ check: trimmed_length --pointers nonnull --max-revisits 8
#include <string.h>

size_t trimmed_length(const char *text) {
    size_t n = strlen(text);
    while (text[n - 1] == ' ') //~ out-of-bounds
        n--;
    return n;
}

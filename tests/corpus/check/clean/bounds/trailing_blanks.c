// A text of blanks only is trimmed to nothing.
//@ check: trimmed_length --pointers nonnull --max-revisits 8
//@ allow: revisits input-size object-size
#include <string.h>

size_t trimmed_length(const char *text) {
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == ' ')
        n--;
    return n;
}

// The search for a separator stops at the end of the text.
//@ check: key_length --pointers nonnull --max-revisits 8
//@ allow: revisits input-size object-size
#include <stddef.h>

size_t key_length(const char *pair) {
    size_t n = 0;
    while (pair[n] != '=' && pair[n] != '\0')
        n++;
    return n;
}

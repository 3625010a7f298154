// A length that nobody compares with the room there is: too much of it, never less than nothing.
//@ check: remember --pointers nonnull
#include <string.h>

static char last[16];

void remember(const void *bytes, size_t amount) {
    memcpy(last, bytes, amount); //~ out-of-bounds
}

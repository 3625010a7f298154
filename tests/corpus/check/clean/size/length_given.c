// A length that is compared with the room there is, and bytes that are as many as it says.
//@ check: remember --pointers nonnull
//@ allow: object-size input-size
#include <string.h>

static char last[16];

void remember(const void *bytes, size_t amount) {
    if (amount <= sizeof last)
        memcpy(last, bytes, amount);
}

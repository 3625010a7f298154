// A field of four characters is compared up to its length.
//@ check: is_magic
#include <string.h>

struct header {
    char magic[4];
    unsigned size;
};

int is_magic(const struct header *h) {
    struct header copy;
    if (h == NULL || h->size == 0)
        return 0;
    memcpy(copy.magic, h->magic, sizeof copy.magic);
    copy.size = h->size;
    return strnlen(copy.magic, 4) == 4;
}

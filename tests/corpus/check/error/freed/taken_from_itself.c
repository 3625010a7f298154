// A text that is replaced by itself is gone.
//@ check: text_move --pointers nonnull
#include <stdlib.h>

struct text {
    unsigned length;
    char *data;
};

unsigned text_move(struct text *to, struct text *from) {
    if (from->data == NULL || from->length == 0)
        return 0;
    free(to->data);
    to->data = from->data;
    return (unsigned char)to->data[0]; //~ use-after-free
}

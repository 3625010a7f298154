// What a function frees and leaves in the object is freed once more when the object is destroyed.
//@ check: box_clear --pointers nonnull
#include <stdlib.h>

struct box {
    char *text;
};

struct box *box_new(void) {
    struct box *b = malloc(sizeof *b);
    if (!b)
        return NULL;
    b->text = malloc(8);
    return b;
}

void box_clear(struct box *b) {
    free(b->text); //~ double-free in box_clear assuming nothing
}

void box_free(struct box *b) {
    free(b->text); //~ double-free in box_clear assuming nothing
    free(b);
}

// What is freed is not pointed to any more.
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
    free(b->text);
    b->text = NULL;
}

void box_free(struct box *b) {
    free(b->text);
    free(b);
}

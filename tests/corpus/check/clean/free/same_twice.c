// Two owners that own the same block free it once.
//@ check: drop_both
#include <stdlib.h>

struct image {
    unsigned width;
    unsigned char *pixels;
};

void drop_both(struct image *a, struct image *b) {
    if (a == NULL || b == NULL)
        return;
    free(a->pixels);
    if (b->pixels == a->pixels)
        b->pixels = NULL;
    free(b->pixels);
    a->pixels = NULL;
    b->pixels = NULL;
}

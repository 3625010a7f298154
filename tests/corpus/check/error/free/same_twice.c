// Two owners turn out to own the same block.
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
    a->width = 0;
    free(b->pixels); //~ double-free assuming aliasing
}

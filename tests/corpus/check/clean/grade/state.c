// The same functions, each of which looks at what it finds.
//@ check: --pointers nonnull
//@ allow: external
#include <stdlib.h>

struct ring {
    unsigned size;
    unsigned at;
};

struct ring *ring_new(unsigned size) {
    struct ring *ring = malloc(sizeof *ring);
    if (ring) {
        ring->size = size ? size : 1;
        ring->at = 0;
    }
    return ring;
}

unsigned ring_next(const struct ring *ring) {
    return ring->size ? (ring->at & 7) % ring->size : 0;
}

struct rectangle {
    unsigned width;
    unsigned height;
};

unsigned ratio(const struct rectangle *box) {
    return box->height ? box->width / box->height : 0;
}

static int numbers[4];
static int *table;

void table_init(void) {
    table = numbers;
}

int table_first(void) {
    return table ? table[0] : 0;
}

unsigned share(unsigned (*weigh)(int), int n) {
    unsigned weight = weigh(n);
    return weight ? 100u / weight : 0;
}

unsigned limit(void);

unsigned part(unsigned n) {
    unsigned most = limit();
    return most ? n / most : 0;
}

// Fields of objects that the code makes itself are unexplained, those of plain data are not; globals before their initialisation, callbacks and unknown functions.
//@ check: --pointers nonnull
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
    return (ring->at & 7) % ring->size; //~ division-by-zero in ring_next graded unexplained fields
}

struct rectangle {
    unsigned width;
    unsigned height;
};

unsigned ratio(const struct rectangle *box) {
    return box->width / box->height; //~ division-by-zero in ratio graded defect values
}

static int numbers[4];
static int *table;

void table_init(void) {
    table = numbers;
}

int table_first(void) {
    return table[0]; //~ null-dereference in table_first graded misuse protocol
}

unsigned share(unsigned (*weigh)(int), int n) {
    return 100u / weigh(n); //~ division-by-zero in share graded misuse callback
}

unsigned limit(void);

unsigned part(unsigned n) {
    return n / limit(); //~ division-by-zero in part graded unexplained stub
}

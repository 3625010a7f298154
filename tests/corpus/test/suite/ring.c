// A ring buffer whose indices come around only after it was filled and emptied.
//@ coverage: >= 9
//@ test: --max-paths 6000
#include <stdlib.h>

struct ring {
    unsigned char bytes[2];
    unsigned first, used;
};

struct ring *ring_create(void) { return calloc(1, sizeof(struct ring)); }

void ring_destroy(struct ring *ring) { free(ring); }

int ring_put(struct ring *ring, unsigned char byte) {
    if (!ring || ring->used == 2)
        return -1;
    ring->bytes[(ring->first + ring->used) % 2] = byte;
    ring->used++;
    return 0;
}

int ring_get(struct ring *ring) {
    if (!ring || ring->used == 0)
        return -1;
    int byte = ring->bytes[ring->first];
    ring->first = ring->first == 1 ? 0 : 1;
    ring->used--;
    return byte;
}

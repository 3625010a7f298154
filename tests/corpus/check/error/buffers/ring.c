// The reader of a ring buffer wraps one too late.
struct ring {
    unsigned head;
    unsigned count;
    short slots[8];
};

int ring_take(struct ring *r) {
    if (r == 0 || r->count == 0 || r->head >= 8)
        return -1;
    r->head = r->head == 8 ? 0 : r->head + 1;
    r->count--;
    return r->slots[r->head]; //~ out-of-bounds
}

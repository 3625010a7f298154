// Asked to do so, arguments are taken to be there.
//@ check: queue_length --pointers nonnull
struct queue {
    unsigned head;
    unsigned tail;
};

unsigned queue_length(const struct queue *q) {
    return q->tail - q->head;
}

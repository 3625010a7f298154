// A queue that is not there is empty.
struct queue {
    unsigned head;
    unsigned tail;
};

unsigned queue_length(const struct queue *q) {
    if (!q)
        return 0;
    return q->tail - q->head;
}

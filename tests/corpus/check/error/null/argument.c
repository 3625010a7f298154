// Nobody looks whether there is a queue at all.
struct queue {
    unsigned head;
    unsigned tail;
};

unsigned queue_length(const struct queue *q) {
    return q->tail - q->head; //~ null-dereference assuming null-argument
}

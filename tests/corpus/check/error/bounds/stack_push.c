// A full stack takes one more.
struct stack {
    unsigned depth;
    int items[8];
};

int push(struct stack *s, int item) {
    if (s == 0 || s->depth > 8)
        return -1;
    s->items[s->depth++] = item; //~ out-of-bounds
    return 0;
}

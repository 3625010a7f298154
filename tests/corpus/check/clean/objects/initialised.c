// The last of no numbers is not asked for.
//@ check: list_last --pointers nonnull
struct list {
    int items[4];
    unsigned used;
};

void list_init(struct list *l) {
    l->used = 0;
}

int list_add(struct list *l, int value) {
    if (l->used >= 4)
        return -1;
    l->items[l->used++] = value;
    return 0;
}

int list_last(const struct list *l) {
    if (l->used < 1 || l->used > 4)
        return -1;
    return l->items[(int)l->used - 1];
}

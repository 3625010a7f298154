// The hash table has no slots yet.
struct table {
    unsigned slots;
    unsigned used;
};

unsigned slot_of(const struct table *t, unsigned hash) {
    if (!t || t->used > t->slots)
        return 0;
    return hash % t->slots; //~ division-by-zero
}

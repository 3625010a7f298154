// The length of a text is not that of the tables that stand between it and the next text.
//@ check: count --pointers nonnull --max-revisits 6
//@ allow: revisits

struct attribute {
    const char *text;
    unsigned size;
    const int *kinds;
    const unsigned *offsets;
};

int count(const struct attribute *attribute) {
    int found = 0;
    if (!attribute->offsets || !attribute->kinds)
        return 0;
    for (int i = 0; attribute->offsets[i] < attribute->size; i++)
        found += attribute->kinds[i] == 3;
    return found;
}

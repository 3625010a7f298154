// The byte after the last for which there is room.
//@ check: append --pointers nonnull --max-revisits 6
struct block {
    unsigned char *text;
    unsigned ntext;
    unsigned ntextMAX;
};

int append(struct block *b, unsigned char c) {
    if (b->text == 0 || b->ntext > b->ntextMAX)
        return 0;
    b->text[b->ntext++] = c; //~ out-of-bounds assuming fields
    return 1;
}

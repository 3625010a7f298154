// How much of a buffer is used and how much room there is are two numbers of one structure.
//@ check: append --pointers nonnull --max-revisits 6
//@ allow: input-size object-size
struct block {
    unsigned char *text;
    unsigned ntext;
    unsigned ntextMAX;
};

int append(struct block *b, unsigned char c) {
    if (b->text == 0 || b->ntext >= b->ntextMAX)
        return 0;
    b->text[b->ntext++] = c;
    return 1;
}

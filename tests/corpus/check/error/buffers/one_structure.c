// A row of structures and a size: the function walks one too many.
//@ check: widest --pointers nonnull --max-revisits 6
struct window {
    unsigned first;
    unsigned past;
};

unsigned widest(const struct window *w, unsigned size) {
    unsigned most = 0;
    for (unsigned i = 0; i <= size; i++)
        if (w[i].past > most) //~ out-of-bounds
            most = w[i].past;
    return most;
}

// A structure and a size: the function does not walk it, so it is one.
//@ check: shrink --pointers nonnull
struct window {
    unsigned first;
    unsigned past;
};

unsigned shrink(struct window *w, unsigned size) {
    w->first += w->past - w->first < size ? w->past - w->first : size;
    return w->first;
}

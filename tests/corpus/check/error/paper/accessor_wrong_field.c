// The accessor that guards the division gives another field; only following it shows that.
//@ check: mean_of --call-depth 1 --pointers nonnull
struct samples {
    unsigned sum;
    unsigned count;
    unsigned capacity;
};

static unsigned samples_count(const struct samples *s) { return s->capacity; }

unsigned mean_of(const struct samples *s) {
    if (samples_count(s) == 0)
        return 0;
    return s->sum / s->count; //~ division-by-zero assuming fields
}

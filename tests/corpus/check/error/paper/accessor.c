// Asked twice, an accessor that is not followed may answer differently.
//@ check: mean_of --call-depth 0 --pointers nonnull
struct samples {
    unsigned sum;
    unsigned count;
};

static unsigned samples_count(const struct samples *s) { return s->count; }

unsigned mean_of(const struct samples *s) {
    if (samples_count(s) == 0)
        return 0;
    return s->sum / s->count; //~ division-by-zero assuming stub
}

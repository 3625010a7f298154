// The largest of no elements is the first one.
//@ check: largest --pointers nonnull --max-revisits 8
int largest(const int *samples, int count) {
    int best = samples[0]; //~ out-of-bounds
    for (int i = 1; i < count; i++)
        if (samples[i] > best)
            best = samples[i];
    return best;
}

// The largest of no elements is zero.
//@ check: largest --pointers nonnull --max-revisits 8
//@ allow: revisits input-size object-size
int largest(const int *samples, int count) {
    if (count <= 0)
        return 0;
    int best = samples[0];
    for (int i = 1; i < count; i++)
        if (samples[i] > best)
            best = samples[i];
    return best;
}

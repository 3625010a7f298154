// An instance of a template starts with the first of no elements.
//@ check: largest* --pointers nonnull --max-revisits 6
template <typename T> T largest(const T *values, unsigned count) {
    T best = values[0]; //~ out-of-bounds
    for (unsigned i = 1; i < count; i++)
        if (best < values[i])
            best = values[i];
    return best;
}

template short largest<short>(const short *, unsigned);

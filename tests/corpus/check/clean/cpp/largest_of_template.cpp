// An instance of a template gives its fallback for no elements.
//@ check: largest* --pointers nonnull --max-revisits 6
//@ allow: revisits input-size object-size
template <typename T> T largest(const T *values, unsigned count) {
    if (count == 0)
        return T();
    T best = values[0];
    for (unsigned i = 1; i < count; i++)
        if (best < values[i])
            best = values[i];
    return best;
}

template short largest<short>(const short *, unsigned);

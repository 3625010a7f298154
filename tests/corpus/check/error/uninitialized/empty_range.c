// The best of an empty range is nothing in particular.
//@ check: best_score
static const int scores[6] = {3, 8, 1, 9, 4, 7};

int best_score(unsigned from, unsigned to) {
    int best;
    if (to > 6)
        return -1;
    for (unsigned i = from; i < to; i++)
        if (i == from || scores[i] > best)
            best = scores[i];
    if (best > 5) //~ uninitialized-read
        return 1;
    return 0;
}

// The best of an empty range is zero.
//@ check: best_score
static const int scores[6] = {3, 8, 1, 9, 4, 7};

int best_score(unsigned from, unsigned to) {
    int best = 0;
    if (to > 6)
        return -1;
    for (unsigned i = from; i < to; i++)
        if (i == from || scores[i] > best)
            best = scores[i];
    if (best > 5)
        return 1;
    return 0;
}

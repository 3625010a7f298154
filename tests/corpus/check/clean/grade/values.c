// The same functions, each of which looks at what it is given.
//@ check: --pointers nonnull

unsigned ratio(unsigned a, unsigned b) {
    return b ? a / b : 0;
}

int bit(int n) {
    return n >= 0 && n < 31 ? 1 << n : 0;
}

int twice(int n) {
    return n > 1000 || n < -1000 ? 0 : n + n;
}

static unsigned mean(unsigned sum, unsigned n) {
    return n ? sum / n : 0;
}

unsigned mean_or_zero(unsigned sum, unsigned n) {
    return mean(sum, n);
}

// What any caller may pass makes a defect, numbers beyond a million a misuse, a static function's own inputs nothing yet.
//@ check: --pointers nonnull

unsigned ratio(unsigned a, unsigned b) {
    return a / b; //~ division-by-zero in ratio graded defect values
}

int bit(int n) {
    return 1 << n; //~ shift-out-of-range in bit graded defect values
}

int twice(int n) {
    return n + n; //~ signed-overflow in twice graded misuse extreme
}

static unsigned mean(unsigned sum, unsigned n) {
    return sum / n; //~ division-by-zero in mean graded unexplained internal
}

unsigned mean_or_zero(unsigned sum, unsigned n) {
    return n ? mean(sum, n) : 0;
}

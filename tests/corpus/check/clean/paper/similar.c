// The sixth figure: one look into the callee shows that zero is not similar to one hundred.
//@ check: invert --call-depth 1
static const int target = 100;
static const int delta = 10;

static int similar(int i, int wanted) {
    return wanted - delta <= i && wanted + delta >= i;
}

int invert(int i) {
    if (similar(i, target))
        return 1000 / i;
    return 0;
}

// The sixth figure: without looking into the callee, zero may be similar to one hundred.
//@ check: invert --call-depth 0
static const int target = 100;
static const int delta = 10;

static int similar(int i, int wanted) {
    return wanted - delta <= i && wanted + delta >= i;
}

int invert(int i) {
    if (similar(i, target))
        return 1000 / i; //~ division-by-zero assuming stub
    return 0;
}

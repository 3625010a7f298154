// The sixth figure with values that expose the error at every depth.
//@ check: invert --call-depth 1
static const int target = 1;
static const int delta = 10;

static int similar(int i, int wanted) {
    return wanted - delta <= i && wanted + delta >= i;
}

int invert(int i) {
    if (similar(i, target))
        return 1000 / i; //~ division-by-zero assuming nothing
    return 0;
}

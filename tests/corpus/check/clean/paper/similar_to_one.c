// The sixth figure with values that expose the error, and a guard against it.
//@ check: invert --call-depth 1
static const int target = 1;
static const int delta = 10;

static int similar(int i, int wanted) {
    return wanted - delta <= i && wanted + delta >= i;
}

int invert(int i) {
    if (i != 0 && similar(i, target))
        return 1000 / i;
    return 0;
}

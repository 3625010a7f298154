// A comparison by the caller's function is counted on to be one of three.
//@ check: tally
static unsigned counts[3];

void tally(int (*compare)(int, int), int a, int b) {
    if (!compare)
        return;
    int order = compare(a, b);
    counts[(unsigned)order + 1]++; //~ out-of-bounds
}

// A comparison by the caller's function may give any number.
//@ check: tally
static unsigned counts[3];

void tally(int (*compare)(int, int), int a, int b) {
    if (!compare)
        return;
    int order = compare(a, b);
    counts[(order > 0) - (order < 0) + 1]++;
}

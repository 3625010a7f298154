// A loop that counts to a bound is known to end: with all else verified, nothing is run. What is steered by nothing
// but luck is not known to.
//@ explore: --entry add_up
//@ guide: off => completed 9, error 0
//@ guide: may => completed 1, error 0, pruned 1
static unsigned sum;

static void count_up(unsigned count) {
    for (unsigned i = 0; i < count; i++)
        sum += 2;
}

static void hop(unsigned from) {
    while (from != 8)
        from += 2;
}

void add_up(unsigned count, int hops) {
    if (hops)
        hop(4);
    else if (count < 8)
        count_up(count);
}

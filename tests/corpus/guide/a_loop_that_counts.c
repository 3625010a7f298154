// A loop that counts to a bound is known to end, and where all else is verified, nothing is run. One that
// hops by two may miss its end.
//@ explore: --entry add_up
//@ guide: off => completed 10, error 0
//@ guide: may => completed 1, error 0, redundant 1, non-redundant 1, pruned 1
static unsigned sum;

static void count_up(unsigned count) { //~ assume: false
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
    else if (count < 8) //~ assume: false
        count_up(count);
}

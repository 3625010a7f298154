// The length is the number that the index is compared with, whatever it is called.
//@ check: sum --pointers nonnull
int sum(const int *values, int howmany) {
    int s = 0;
    for (int i = 0; i <= howmany; i++)
        s ^= values[i]; //~ out-of-bounds assuming nothing
    return s;
}

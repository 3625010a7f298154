// Only as many are read as there are.
//@ check: sum --pointers nonnull
//@ allow: input-size
int sum(const int *values, int howmany) {
    int s = 0;
    for (int i = 0; i < howmany; i++)
        s ^= values[i];
    return s;
}

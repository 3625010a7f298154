// The seventh figure: the answer cannot be one any more.
//@ check: share --call-depth 1
static int answer(int v) {
    return v == 42 ? 2 : 0;
}

int share(int m) {
    int part = answer(m);
    return part / (1 - part);
}

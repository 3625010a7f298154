// The seventh figure without following the call: the stub gives the answer that goes wrong.
//@ check: share --call-depth 0
static int answer(int v) {
    return v == 42 ? 1 : 0;
}

int share(int m) {
    int part = answer(m);
    if (part < 0 || part > 100)
        return -1;
    return part / (1 - part); //~ division-by-zero assuming stub
}

// The seventh figure: only the callee knows that forty-two is the wrong number.
//@ check: share --call-depth 1
static int answer(int v) {
    return v == 42 ? 1 : 0;
}

int share(int m) {
    int part = answer(m);
    return part / (1 - part); //~ division-by-zero assuming nothing
}

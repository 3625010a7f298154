// The seventh figure without following the call: whatever the stub answers is looked at first.
//@ check: share --call-depth 0
//@ allow: call-depth
static int answer(int v) {
    return v == 42 ? 1 : 0;
}

int share(int m) {
    int part = answer(m);
    if (part < 0 || part > 100 || part == 1)
        return -1;
    return part / (1 - part);
}

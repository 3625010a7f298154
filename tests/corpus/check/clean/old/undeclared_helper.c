// Old C: the helper has no declaration, its parameter no type, and the pointers are of other types.
//@ check: half

int calls;

int half(n) {
    int by = (n & 3) + 1;
    short *count = &calls;
    *count = 1;
    return divided(n, by);
}

int divided(n, by) {
    return by == 0 ? 0 : n / by;
}

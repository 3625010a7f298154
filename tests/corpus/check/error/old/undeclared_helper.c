// Old C: the helper has no declaration, its parameter no type, and the pointers are of other types.
//@ check: half

int calls;

int half(n) {
    int by = n & 3;
    short *count = &calls;
    *count = 1;
    return divided(n, by);
}

int divided(n, by) {
    return n / by; //~ division-by-zero in half
}

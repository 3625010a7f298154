// Decisions about values that were or were not written.
int always(int n) {
    int x;
    if (n)
        x = 1;
    else
        x = 2;
    if (x == 1) //~ verified: uninitialized-read
        return 1;
    return 0;
}

int sometimes(int n) {
    int x;
    if (n)
        x = 1;
    if (x == 1) //~ open: uninitialized-read
        return 1;
    return 0;
}

int through_memory(void) {
    int x;
    int *p = &x;
    if (*p) //~ open: uninitialized-read
        return 1;
    return 0;
}

static void set(int *p) {
    *p = 1;
}

int by_a_call(void) {
    int x;
    set(&x);
    if (x) //~ verified if: uninitialized-read
        return 1;
    return 0;
}

// A callee that is not followed may have changed the global that the index is checked by.
//@ check: append --call-depth 0 --havoc-globals
static unsigned used;
static int journal[4];

static void flush(void) {
    for (unsigned i = 0; i < used; i++)
        journal[i] = 0;
    used = 0;
}

void append(int entry) {
    if (used == 4)
        return;
    flush();
    journal[used] = entry; //~ out-of-bounds
}

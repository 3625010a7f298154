// A callee that is not followed may have changed the global; the index is checked afterwards.
//@ check: append --call-depth 0 --havoc-globals
//@ allow: call-depth
static unsigned used;
static int journal[4];

static void flush(void) {
    for (unsigned i = 0; i < used; i++)
        journal[i] = 0;
    used = 0;
}

void append(int entry) {
    flush();
    if (used >= 4)
        return;
    journal[used] = entry;
}

// What stands behind a large table in a structure is as unknown as what stands before it.
//@ check: look_up --pointers nonnull
struct machine {
    unsigned short table[5000];
    unsigned char *window;
    unsigned at;
};

int look_up(struct machine *m) {
    if (m->window == 0 || m->at != 0)
        return m->table[2];
    return 100 / m->window[0]; //~ division-by-zero
}

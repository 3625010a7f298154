// What stands behind a large table in a structure is looked at before it is used.
//@ check: look_up --pointers nonnull
//@ allow: input-size object-size
struct machine {
    unsigned short table[5000];
    unsigned char *window;
    unsigned at;
};

int look_up(struct machine *m) {
    if (m->window == 0 || m->at != 0)
        return m->table[2];
    return m->window[0] == 0 ? 0 : 100 / m->window[0];
}

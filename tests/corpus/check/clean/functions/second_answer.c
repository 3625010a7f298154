// The world is asked once.
//@ allow: external
unsigned bytes_waiting(void);

unsigned share_of_waiting(unsigned part) {
    if (bytes_waiting() == 0)
        return 0;
    unsigned waiting = bytes_waiting();
    return waiting == 0 ? 0 : part / waiting;
}

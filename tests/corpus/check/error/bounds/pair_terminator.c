// The terminator goes behind the buffer whose length was given.
//@ check: terminate --pointers nonnull
void terminate(int length, char *buffer) {
    if (length <= 0)
        return;
    buffer[length] = '\0'; //~ out-of-bounds
}

// The terminator takes the last place of the buffer whose length was given.
//@ check: terminate --pointers nonnull
//@ allow: input-size
void terminate(int length, char *buffer) {
    if (length <= 0)
        return;
    buffer[length - 1] = '\0';
}

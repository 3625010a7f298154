// The last element is swapped with one behind the end.
//@ check: reverse --pointers nonnull --max-revisits 6
void reverse(char *buffer, int length) {
    for (int i = 0; i < length / 2; i++) {
        char t = buffer[length - i]; //~ out-of-bounds
        buffer[length - i] = buffer[i];
        buffer[i] = t;
    }
}

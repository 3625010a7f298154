// The last element is swapped with the first.
//@ check: reverse --pointers nonnull --max-revisits 6
//@ allow: revisits input-size object-size
void reverse(char *buffer, int length) {
    for (int i = 0; i < length / 2; i++) {
        char t = buffer[length - 1 - i];
        buffer[length - 1 - i] = buffer[i];
        buffer[i] = t;
    }
}

// An array is deleted as an array.
//@ check: sample
int sample(unsigned count) {
    if (count == 0 || count > 4)
        return 0;
    int *buffer = new int[count]();
    int first = buffer[count - 1];
    delete[] buffer;
    return first;
}

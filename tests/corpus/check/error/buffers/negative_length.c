// A negative length says that the text ends with a zero, but an empty text has nothing at all.
//@ check: first_of --max-revisits 6
int first_of(const char *text, int length) {
    if (text == 0)
        return -1;
    return text[0]; //~ out-of-bounds assuming nothing
}

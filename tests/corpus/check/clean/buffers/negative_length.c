// A negative length says that the text ends with a zero.
//@ check: first_of --max-revisits 6
//@ allow: input-size object-size
int first_of(const char *text, int length) {
    if (text == 0 || length == 0)
        return -1;
    return text[0];
}

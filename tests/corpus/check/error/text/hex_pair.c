// Two hexadecimal digits are read where there may be one.
//@ check: percent_byte --pointers nonnull
static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int percent_byte(const char *text) {
    if (text[0] != '%')
        return -1;
    int high = digit(text[1]);
    int low = digit(text[2]); //~ out-of-bounds
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

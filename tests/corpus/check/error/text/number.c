// A number with too many digits.
//@ check: parse_number --pointers nonnull --max-revisits 14
int parse_number(const char *text) {
    int value = 0;
    while (*text >= '0' && *text <= '9') {
        value = value * 10 + (*text - '0'); //~ signed-overflow
        text++;
    }
    return value;
}

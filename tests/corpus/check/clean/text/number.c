// A number with too many digits is cut.
//@ check: parse_number --pointers nonnull --max-revisits 14
//@ allow: revisits input-size object-size
int parse_number(const char *text) {
    int value = 0;
    while (*text >= '0' && *text <= '9') {
        if (value > 99999999)
            return -1;
        value = value * 10 + (*text - '0');
        text++;
    }
    return value;
}

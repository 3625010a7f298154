// What is found before a bound is reported all the same.
//@ check: first_blank --pointers nonnull --max-revisits 6
//@ bounded: revisits
unsigned first_blank(const char *text) {
    unsigned n = 0;
    while (text[n] != ' ') //~ out-of-bounds
        n++;
    return n;
}

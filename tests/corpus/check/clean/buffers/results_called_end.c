// What is called begin and end, and is written, is no range: these are where results go.
//@ check: word --pointers nonnull
//@ allow: input-size revisits
void word(const char *text, const char **begin, const char **end) {
    *begin = text;
    *end = *text ? text + 1 : text;
}

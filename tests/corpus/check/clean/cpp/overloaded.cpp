// Two functions of one name, both of which take null pointers.
//@ check: length
//@ allow: input-size

int length(const char *text) {
    int n = 0;
    while (text && text[n])
        n++;
    return n;
}

int length(const int *numbers) {
    int n = 0;
    while (numbers && n < 3 && numbers[n])
        n++;
    return n;
}

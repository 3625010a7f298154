// Two functions of one name: a null pointer must say which of them it is for.
//@ check: length

int length(const char *text) {
    int n = 0;
    while (text[n]) //~ null-dereference assuming null-argument
        n++;
    return n;
}

int length(const int *numbers) {
    int n = 0;
    while (n < 3 && numbers[n]) //~ null-dereference assuming null-argument
        n++;
    return n;
}

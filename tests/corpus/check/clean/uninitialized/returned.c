// What a function returns is used by whoever called it.
int sign(int n) {
    int sign = 0;
    if (n > 0)
        sign = 1;
    if (n < 0)
        sign = -1;
    return sign;
}

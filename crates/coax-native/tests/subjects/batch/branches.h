/* Part of the program, though a header. */
static inline int half(int x) {
    if (x % 2)
        return (x - 1) / 2;
    return x / 2;
}

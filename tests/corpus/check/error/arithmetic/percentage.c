// A percentage of nothing.
unsigned percentage(unsigned part, unsigned whole) {
    if (part > 1000 || whole > 1000)
        return 0;
    return part * 100 / whole; //~ division-by-zero
}

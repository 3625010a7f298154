// A percentage of nothing is zero.
unsigned percentage(unsigned part, unsigned whole) {
    if (part > 1000 || whole > 1000)
        return 0;
    if (whole == 0)
        return 0;
    return part * 100 / whole;
}

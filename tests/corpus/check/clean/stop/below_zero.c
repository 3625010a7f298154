// Counting down by two, an odd number ends at one.
//@ allow: revisits
unsigned pairs_in(unsigned n) {
    return n <= 1 || n > 100 ? 0 : 1 + pairs_in(n - 2);
}

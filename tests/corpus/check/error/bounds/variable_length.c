// A working copy of n elements is asked for its element n.
//@ check: last_square
unsigned last_square(unsigned n) {
    if (n == 0 || n > 5)
        return 0;
    unsigned squares[n];
    for (unsigned i = 0; i < n; i++)
        squares[i] = i * i;
    return squares[n]; //~ out-of-bounds
}

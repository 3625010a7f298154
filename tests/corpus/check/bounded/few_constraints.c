// A path with three conditions is too long for a limit of two.
//@ check: bits --max-constraints 2
//@ bounded: constraints
unsigned bits(unsigned x) {
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++)
        if (x & 1u << i)
            n++;
    return n;
}

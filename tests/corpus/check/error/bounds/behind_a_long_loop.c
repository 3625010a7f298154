// A table is filled before it is used: that takes many rounds, but no choice.
static unsigned short squares[256];

unsigned square_of(unsigned n) {
    for (unsigned i = 0; i < 256; i++)
        squares[i] = (unsigned short)(i * i);
    return n <= 256 ? squares[n] : 0; //~ out-of-bounds
}

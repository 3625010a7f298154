// What parameters are declared as is what callers pass.
//@ check: dot --pointers nonnull
//@ check: last_row --pointers nonnull
//@ check: shift_in --pointers nonnull
//@ check: marked --pointers nonnull
#define AXES 3
enum { TAPS = 4 };

int dot(const short a[AXES], const short b[AXES]) {
    int sum = 0;
    for (int i = 0; i <= AXES; i++)
        sum += a[i] * b[i] / 4; //~ out-of-bounds
    return sum;
}

unsigned last_row(unsigned m[2][AXES]) {
    return m[AXES - 1][0]; //~ out-of-bounds
}

/* The number is not that of the taps. */
void shift_in(long taps[TAPS * 2], int n) {
    for (int i = TAPS * 2; i > 0; i--)
        taps[i] = taps[i - 1]; //~ out-of-bounds
    taps[0] = n;
}

/* More than a buffer has whose length depends on inputs. */
int marked(const unsigned char map[200], unsigned at) {
    return at <= 200 && map[at] == 7; //~ out-of-bounds
}

// A function that compares a hash: what is known of it is extended when a context needs more.
//@ runs: => 4, 6
//@ outcomes: 0 3
#include <coax.h>

COAX_CONCRETE int hash(int x) {
    return x * 31 % 1000;
}

static int g(int x) {
    if (x < 0)
        return 0;
    int y = hash(x);
    if (y == 100)
        return 10;
    if (x > 10)
        return 1;
    return 2;
}

// The first call has one path: no number up to 7 has the hash 100. The second has that one and three more.
// To these 4 paths of the function come 2 of main; with every call followed there are 4 in all.
int main(void) {
    int x = coax_int("x");
    coax_assume(x < 2000);
    int near = g(x & 7);
    int any = g(x);
    if (near + any == 12)
        return 3;
    return 0;
}

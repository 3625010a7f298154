// A loop entered in its middle.
//@ paths: 7
//@ outcomes: 1 2 3 4 5 6 7
#include <coax.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n >= 1);
    coax_assume(n <= 7);
    unsigned rounds = (n + 3) / 4;
    int done = 0;
    switch (n % 4) {
    case 0: do { done++; // fall through
    case 3: done++; // fall through
    case 2: done++; // fall through
    case 1: done++;
            } while (--rounds > 0);
    }
    return done;
}

// Counting set bits of six and stopping at the third one.
//@ paths: 42
//@ outcomes: 0 1 2 3
#include <coax.h>

// Fewer than three set: C(6,0) + C(6,1) + C(6,2) = 22. The third at place k: C(k,2) for k = 2..5,
// that is 1 + 3 + 6 + 10 = 20.
int main(void) {
    unsigned bits = coax_uint("bits");
    int set = 0;
    for (int i = 0; i < 6; i++) {
        if (bits >> i & 1)
            set++;
        if (set == 3)
            break;
    }
    return set;
}

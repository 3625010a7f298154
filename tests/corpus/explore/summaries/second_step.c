// Records of a kind and a value. Only records of a known kind have a value that is looked at, so the
// first path through the program knows nothing of `is_small`: it is stepped over all the same when
// another path comes to it.
//@ outcomes: 0 1
//@ runs: -DN=1 => 9, 10
//@ runs: -DN=2 => 81, 16
//@ runs: -DN=3 => 729, 34
#include <coax.h>

static int kind(unsigned char c) {
    if (c == 1)
        return 1;
    if (c == 2)
        return 2;
    return 0;
}

static int is_small(unsigned char c) {
    if (c == 0)
        return 0;
    if (c < 10)
        return 1;
    if (c > 200)
        return 0;
    return -1;
}

int main(void) {
    unsigned char input[2 * N];
    coax_symbolic(input, sizeof input, "input");
    int small = 0;
    for (int i = 0; i < N; i++) {
        if (!kind(input[2 * i]))
            continue;
        if (is_small(input[2 * i + 1]) > 0)
            small++;
    }
    return small == N;
}

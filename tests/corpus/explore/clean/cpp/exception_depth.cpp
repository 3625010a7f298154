// An exception thrown at a depth that is input, through frames with destructors.
//@ paths: 5
//@ outcomes: 0 11 22 33 44
#include <coax.h>

static int unwound;

struct Guard {
    ~Guard() { unwound++; }
};

static void descend(int depth, int stop) {
    Guard guard;
    if (depth == stop)
        throw depth;
    if (depth < 4)
        descend(depth + 1, stop);
}

// Thrown at depth 1 to 4, or not at all: as many guards are unwound as the depth.
int main() {
    try {
        descend(1, coax_int("n"));
    } catch (int depth) {
        return 10 * unwound + depth;
    }
    return unwound == 4 ? 0 : 99;
}

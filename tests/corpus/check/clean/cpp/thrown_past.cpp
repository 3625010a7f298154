// The scratch array is owned, whatever the step throws.
//@ check: smooth
#include <memory>

static int step(int mode) {
    if (mode == 5)
        throw mode;
    return mode & 7;
}

int smooth(int mode) {
    std::unique_ptr<int[]> scratch(new int[8]());
    return scratch[step(mode)];
}

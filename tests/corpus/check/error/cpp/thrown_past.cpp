// The scratch array is forgotten when the step throws.
//@ check: smooth
#include <memory>

static int step(int mode) {
    if (mode == 5)
        throw mode;
    return mode & 7;
}

int smooth(int mode) {
    int *scratch = new int[8](); //~ memory-leak
    int result = scratch[step(mode)];
    delete[] scratch;
    return result;
}

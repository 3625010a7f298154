// The index is right because of the function of the other file.
//@ check: colour_of
#include "wrap.h"

static const unsigned palette[6] = {1, 2, 4, 8, 16, 32};

unsigned colour_of(unsigned key) {
    return palette[wrapped(key)];
}

// The index is right only if the function of the other file is followed, and it is not right enough.
//@ check: colour_of
#include "wrap.h"

static const unsigned palette[6] = {1, 2, 4, 8, 16, 32};

unsigned colour_of(unsigned key) {
    return palette[wrapped(key)]; //~ out-of-bounds
}

// Two files: a clamp used by another.
//@ paths: 3
#include "clamp.h"
#include <coax.h>

// Below, above, inside: one path each.
int main(void) {
    int x = clamp(coax_int("a"), 3, 7);
    return x * 10;
}

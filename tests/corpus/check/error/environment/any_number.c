// A random number is any number.
//@ check: pick
#include <stdlib.h>

static int table[4] = {1, 2, 3, 4};

int pick(void) {
    return table[rand() % 5]; //~ out-of-bounds assuming nothing
}

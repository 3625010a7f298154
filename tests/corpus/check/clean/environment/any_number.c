// No random number is negative.
//@ check: pick
#include <stdlib.h>

static int table[4] = {1, 2, 3, 4};

int pick(void) {
    return table[rand() % 4];
}

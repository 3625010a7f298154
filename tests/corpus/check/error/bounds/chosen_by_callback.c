// The caller's function chooses a slot, and any number is a choice.
//@ check: pick
#include <stddef.h>

static const int slots[5] = {3, 1, 4, 1, 5};

int pick(size_t (*choose)(size_t count)) {
    if (choose == NULL)
        return 0;
    size_t chosen = choose(5);
    return slots[chosen]; //~ out-of-bounds assuming stub
}

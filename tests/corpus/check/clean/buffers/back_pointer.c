// A handle knows its owner: the test must write that pointer into memory that has no type.
//@ check: close_it
#include <stddef.h>

struct owner {
    void *state;
};

struct inside {
    struct owner *owner;
    int rounds;
};

int close_it(struct owner *owner)
{
    if (!owner || !owner->state)
        return -1;
    struct inside *inside = owner->state;
    if (inside->owner != owner)
        return -2;
    return inside->rounds ? 100 / inside->rounds : 0;
}

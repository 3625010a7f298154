// A ring buffer wraps one step too late.
#include <coax.h>

enum { SIZE = 3 };

struct Ring {
    int slots[SIZE];
    int head;
};

static void push(struct Ring *r, int value) {
    r->slots[r->head] = value; //~ out-of-bounds
    r->head++;
    if (r->head > SIZE)
        r->head = 0;
}

int main(void) {
    struct Ring ring = {{0}, 0};
    for (int i = 0; i < 4; i++)
        if (coax_bool("op"))
            push(&ring, i);
    return ring.head;
}

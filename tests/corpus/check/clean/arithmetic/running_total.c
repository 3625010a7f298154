// A counter that only grows stops at its end.
#include <limits.h>

struct counter {
    int total;
    unsigned char last;
};

void counter_add(struct counter *c, unsigned char amount) {
    if (c == 0)
        return;
    c->last = amount;
    if (c->total > INT_MAX - amount)
        return;
    c->total += amount;
}

// A connection is closed, and its number is told afterwards.
//@ check: shut
#include <stdlib.h>

struct connection {
    int number;
    int state;
};

static int last_closed;

void shut(struct connection *c, int forced) {
    if (c == NULL)
        return;
    if (c->state == 0 || forced)
        free(c);
    last_closed = c->number; //~ use-after-free
}

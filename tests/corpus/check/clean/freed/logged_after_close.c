// The number of a connection is noted before it is closed.
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
    last_closed = c->number;
    if (c->state == 0 || forced)
        free(c);
}

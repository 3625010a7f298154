// The element behind is freed while it is still linked.
//@ check: delete_next
#include <stdlib.h>

struct node {
    unsigned value;
    struct node *next;
};

unsigned delete_next(struct node *n) {
    if (n == NULL || n->next == NULL || n->next == n)
        return 0;
    struct node *doomed = n->next;
    free(doomed);
    return n->next->value; //~ use-after-free
}

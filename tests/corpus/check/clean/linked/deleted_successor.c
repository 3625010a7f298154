// The element behind is unlinked before it is freed.
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
    n->next = doomed->next;
    unsigned value = doomed->value;
    free(doomed);
    return value;
}

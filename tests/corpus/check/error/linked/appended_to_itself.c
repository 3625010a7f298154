// A list that is appended to itself has no end.
//@ check: append_and_count --max-revisits 100000000 --max-steps 30000
#include <stddef.h>

struct node {
    struct node *next;
};

unsigned append_and_count(struct node *first, struct node *second) {
    unsigned count = 0;
    if (first == NULL || first->next != NULL)
        return 0;
    first->next = second;
    for (const struct node *n = first; n != NULL; n = n->next) { //~ no-termination
        if (n == first)
            count++;
    }
    return count;
}

// A list that is appended to itself stays as it is.
//@ check: append_and_count --max-revisits 6
//@ allow: revisits input-depth
#include <stddef.h>

struct node {
    struct node *next;
};

unsigned append_and_count(struct node *first, struct node *second) {
    unsigned count = 0;
    if (first == NULL || first->next != NULL || first == second)
        return 0;
    first->next = second;
    for (const struct node *n = first; n != NULL; n = n->next) {
        if (n == first)
            count++;
    }
    return count;
}

// A pointer to what was freed points to no object: a check that was verified for objects is not verified then.
//@ check: twice
//@ guide: off => error 1
//@ guide: may+must => error 1, failing 1
#include <stdlib.h>

struct node {
    int count;
    struct node *next;
};

static int dropped(struct node *node) {
    if (!node)
        return 0;
    if (--node->count == 0) //~ tryfirst: !a0 && !a1 || !a0 && !a2; tryfirst: !a1 || !a2
        free(node);
    return 1;
}

int twice(struct node *node) {
    if (!node || node->count != 1)
        return 0;
    return dropped(node) + dropped(node);
}

// Lists that lead back to where they began: found where the code compares pointers.
//@ check: * --pointers nonnull
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

struct both {
    struct both *prev, *next;
};

int around(struct node *head) {
    int count = 0;
    struct node *p = head;
    do {
        count++;
        p = p->next;
    } while (p && p != head);
    return p ? 100 / (count - 2) : 0; //~ division-by-zero in around assuming aliasing
}

int itself(struct node *n) {
    if (n->next == n)
        return 10 / n->value; //~ division-by-zero in itself assuming aliasing
    return 0;
}

int back(struct both *n) {
    if (n->next && n->next->prev == n)
        return 10 / (n->prev != NULL); //~ division-by-zero in back assuming aliasing
    return 0;
}

// Lists that lead back to where they began, and walks along lists that nobody takes for rings.
//@ check: * --pointers nonnull
//@ allow: input-depth
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
    return p ? 100 / (count) : 0;
}

int itself(struct node *n) {
    if (n->next == n)
        return n->value ? 10 / n->value : 0;
    return 0;
}

int back(struct both *n) {
    if (n->next && n->next->prev == n)
        return 10 / (n->prev == NULL ? 1 : 2);
    return 0;
}

int length(const struct node *n) {
    int count = 0;
    for (; n; n = n->next)
        count++;
    return count;
}

int contains(const struct node *n, const struct node *wanted) {
    while (n && n != wanted)
        n = n->next;
    return n != NULL;
}

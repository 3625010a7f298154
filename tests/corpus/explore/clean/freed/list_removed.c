// Removing a node from a list, in the right order.
//@ paths: 4
//@ outcomes: 2 3
#include <coax.h>
#include <stdlib.h>

struct Node {
    int id;
    struct Node *next;
};

static struct Node *push(struct Node *list, int id) {
    struct Node *n = malloc(sizeof *n);
    if (!n)
        exit(99);
    n->id = id;
    n->next = list;
    return n;
}

// Node 1, 2, 3, or none.
int main(void) {
    struct Node *list = push(push(push(NULL, 3), 2), 1);
    int drop = coax_int("drop"), count = 0;
    for (struct Node **at = &list; *at; at = &(*at)->next) {
        struct Node *n = *at;
        if (n->id != drop)
            continue;
        *at = n->next;
        free(n);
        break;
    }
    while (list) {
        struct Node *next = list->next;
        free(list);
        list = next;
        count++;
    }
    return count;
}

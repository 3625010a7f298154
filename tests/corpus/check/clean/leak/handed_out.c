// What is returned or kept by the caller's structure is no leak.
//@ check: node_new
//@ check: attach
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *node_new(int value) {
    struct node *n = malloc(sizeof *n);
    if (n != NULL) {
        n->value = value;
        n->next = NULL;
    }
    return n;
}

int attach(struct node *list, int value) {
    if (list == NULL || list->next != NULL)
        return -1;
    list->next = node_new(value);
    return list->next == NULL ? -1 : 0;
}

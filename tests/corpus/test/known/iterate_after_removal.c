// An iterator still points to the node that was removed.
//@ wrong: a list that is a variable of the test is handed to the function that frees lists
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

struct list {
    struct node *first, *at;
};

struct list *list_new(void) { return calloc(1, sizeof(struct list)); }

void list_free(struct list *list) {
    if (!list)
        return;
    while (list->first) {
        struct node *next = list->first->next;
        free(list->first);
        list->first = next;
    }
    free(list);
}

int list_add(struct list *list, int key) {
    struct node *node = list ? calloc(1, sizeof *node) : NULL;
    if (!node)
        return 0;
    node->key = key;
    node->next = list->first;
    list->first = node;
    return 1;
}

void list_begin(struct list *list) {
    if (list)
        list->at = list->first;
}

int list_next(struct list *list) {
    if (!list || !list->at)
        return 0;
    int key = list->at->key; //~ use-after-free
    list->at = list->at->next;
    return key;
}

void list_drop(struct list *list) {
    if (!list || !list->first)
        return;
    struct node *next = list->first->next;
    free(list->first);
    list->first = next;
}

// A linked list: nodes are inserted, found and removed.
//@ coverage: >= 10
//@ test: --max-paths 6000
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

struct list {
    struct node *first;
    unsigned length;
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

int list_insert(struct list *list, int key) {
    if (!list)
        return 0;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    node->key = key;
    node->next = list->first;
    list->first = node;
    list->length++;
    return 1;
}

int list_remove(struct list *list, int key) {
    if (!list)
        return 0;
    for (struct node **at = &list->first; *at; at = &(*at)->next) {
        if ((*at)->key == key) {
            struct node *node = *at;
            *at = node->next;
            free(node);
            list->length--;
            return 1;
        }
    }
    return 0;
}

unsigned list_length(const struct list *list) { return list ? list->length : 0; }

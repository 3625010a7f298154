// A list is walked while one of its nodes is removed.
#include <coax.h>
#include <stdlib.h>

struct Node {
    int id;
    struct Node *next;
};

static struct Node *push(struct Node *list, int id) {
    struct Node *n = malloc(sizeof *n);
    if (!n)
        exit(3);
    n->id = id;
    n->next = list;
    return n;
}

int main(void) {
    struct Node *list = push(push(push(NULL, 3), 2), 1);
    int drop = coax_int("drop");
    for (struct Node **at = &list; *at; at = &(*at)->next) {
        struct Node *n = *at;
        if (n->id != drop)
            continue;
        free(n);
        *at = n->next; //~ use-after-free
        break;
    }
    while (list) {
        struct Node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

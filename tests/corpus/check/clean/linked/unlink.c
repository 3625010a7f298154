// The first and the last element of a doubly linked list lack a neighbour.
#include <stddef.h>

struct entry {
    struct entry *previous;
    struct entry *next;
};

void unlink_entry(struct entry *e) {
    if (e == NULL)
        return;
    if (e->next != NULL)
        e->next->previous = e->previous;
    if (e->previous != NULL)
        e->previous->next = e->next;
    e->next = NULL;
    e->previous = NULL;
}

// The first element of a doubly linked list has no predecessor.
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
    e->previous->next = e->next; //~ null-dereference
    e->next = NULL;
    e->previous = NULL;
}

// The second of a list can be unlinked only if it knows the first: whoever keeps the list sees to that.
//@ check: drop_second
#include <stddef.h>

struct item {
    struct item *next, *prev;
};

struct list {
    struct item *first;
};

void drop_second(struct list *list)
{
    if (!list || !list->first || !list->first->next)
        return;
    struct item *second = list->first->next;
    if (second->prev)
        second->prev->next = second->next;
}

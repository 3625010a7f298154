// insque and remque.

#include <search.h>
#include <stddef.h>

struct Element {
    struct Element *next, *previous;
};

void insque(void *element, void *before)
{
    struct Element *e = element, *p = before;
    if (!p) {
        e->next = e->previous = NULL;
        return;
    }
    struct Element *next = p->next;
    p->next = e;
    e->previous = p;
    e->next = next;
    if (next)
        next->previous = e;
}

void remque(void *element)
{
    struct Element *e = element, *next = e->next, *previous = e->previous;
    if (next)
        next->previous = previous;
    if (previous)
        previous->next = next;
}

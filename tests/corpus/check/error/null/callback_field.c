// A listener without a callback is told all the same.
//@ check: notify --pointers maybe-null
#include <stddef.h>

struct listener {
    unsigned mask;
    void (*on_event)(unsigned event);
};

void notify(struct listener *listener, unsigned event) {
    if (listener == NULL || (listener->mask & event) == 0)
        return;
    listener->on_event(event); //~ null-dereference
}

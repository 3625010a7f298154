// A listener without a callback is not told.
//@ check: notify --pointers maybe-null
#include <stddef.h>

struct listener {
    unsigned mask;
    void (*on_event)(unsigned event);
};

void notify(struct listener *listener, unsigned event) {
    if (listener == NULL || (listener->mask & event) == 0)
        return;
    if (listener->on_event)
        listener->on_event(event);
}

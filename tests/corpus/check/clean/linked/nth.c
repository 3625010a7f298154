// The list may be shorter than the index.
//@ check: list_at --max-revisits 6
//@ allow: revisits input-depth
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

int list_at(const struct node *list, unsigned index) {
    if (list == NULL)
        return -1;
    for (unsigned i = 0; i < index; i++) {
        if (list->next == NULL)
            return -1;
        list = list->next;
    }
    return list->value;
}

// The list is shorter than the index.
//@ check: list_at --max-revisits 6
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

int list_at(const struct node *list, unsigned index) {
    if (list == NULL)
        return -1;
    for (unsigned i = 0; i < index; i++) {
        list = list->next; //~ null-dereference
    }
    return list->value; //~ null-dereference
}

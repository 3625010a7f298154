// The tenth figure, for two different nodes.
//@ check: renumber
#include <assert.h>

struct node {
    int number;
    struct node *next;
};

void renumber(struct node *first, struct node *second) {
    if (first && second && first != second) {
        first->number = 5;
        second->number = 6;
        assert(first->number == 5 && second->number == 6);
    }
}

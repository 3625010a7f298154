// The tenth figure: two parameters may be one node.
//@ check: renumber
#include <assert.h>

struct node {
    int number;
    struct node *next;
};

void renumber(struct node *first, struct node *second) {
    if (first && second) {
        first->number = 5;
        second->number = 6;
        assert(first->number == 5 && second->number == 6); //~ assertion assuming aliasing
    }
}

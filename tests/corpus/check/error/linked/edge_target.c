// A node of a graph says how many edges it has, and an edge may lead nowhere.
//@ check: has_self_loop
#include <stddef.h>

struct node {
    int id;
    unsigned degree;
    struct node *edges[4];
};

int has_self_loop(const struct node *n) {
    if (n == NULL)
        return 0;
    unsigned degree = n->degree < 4 ? n->degree : 4;
    for (unsigned i = 0; i < degree; i++)
        if (n->edges[i]->id == n->id) //~ null-dereference
            return 1;
    return 0;
}

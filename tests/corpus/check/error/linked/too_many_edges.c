// A node of a graph says how many edges it has, and is believed.
//@ check: out_degree
#include <stddef.h>

struct node {
    unsigned degree;
    struct node *edges[3];
};

unsigned out_degree(const struct node *n) {
    unsigned there = 0;
    if (n == NULL || n->degree > 5)
        return 0;
    for (unsigned i = 0; i < n->degree; i++)
        there += n->edges[i] != NULL; //~ out-of-bounds
    return there;
}

// Two children, and a node that is both is counted once.
//@ check: count_children
#include <assert.h>
#include <stddef.h>

struct tree {
    unsigned visited;
    struct tree *left;
    struct tree *right;
};

unsigned count_children(struct tree *t) {
    if (t == NULL || t->left == NULL || t->right == NULL)
        return 0;
    t->left->visited = 0;
    t->right->visited = 0;
    t->left->visited++;
    if (t->right != t->left)
        t->right->visited++;
    assert(t->left->visited == 1);
    return 2;
}

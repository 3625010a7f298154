// The search in a tree looks at the child that is not there.
//@ repeat: same
//@ check: tree_contains --max-revisits 4
#include <stddef.h>

struct tree {
    int key;
    struct tree *left;
    struct tree *right;
};

int tree_contains(const struct tree *t, int key) {
    if (t == NULL)
        return 0;
    while (t->key != key) //~ null-dereference
        t = key < t->key ? t->left : t->right;
    return 1;
}

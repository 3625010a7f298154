// The search in a tree ends where no child is.
//@ check: tree_contains --max-revisits 4
//@ allow: revisits input-depth
#include <stddef.h>

struct tree {
    int key;
    struct tree *left;
    struct tree *right;
};

int tree_contains(const struct tree *t, int key) {
    if (t == NULL)
        return 0;
    while (t != NULL && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t != NULL;
}

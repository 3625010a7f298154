// A search tree: keys go left and right of others, and are found again.
//@ coverage: >= 12
//@ test: --max-paths 6000
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

struct tree *tree_new(int key) {
    struct tree *tree = calloc(1, sizeof *tree);
    if (tree)
        tree->key = key;
    return tree;
}

void tree_delete(struct tree *tree) {
    if (!tree)
        return;
    tree_delete(tree->left);
    tree_delete(tree->right);
    free(tree);
}

int tree_insert(struct tree *tree, int key) {
    while (tree) {
        if (key == tree->key)
            return 0;
        struct tree **side = key < tree->key ? &tree->left : &tree->right;
        if (!*side) {
            *side = tree_new(key);
            return *side != NULL;
        }
        tree = *side;
    }
    return 0;
}

int tree_has(const struct tree *tree, int key) {
    while (tree && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    return tree != NULL;
}

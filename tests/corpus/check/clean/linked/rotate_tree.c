// A rotation to the left without a right child is none.
#include <stddef.h>

struct tree {
    int key;
    struct tree *left;
    struct tree *right;
};

struct tree *rotate_left(struct tree *root) {
    if (root == NULL)
        return NULL;
    struct tree *pivot = root->right;
    if (pivot == NULL)
        return root;
    root->right = pivot->left;
    pivot->left = root;
    return pivot;
}

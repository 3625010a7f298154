// A rotation to the left needs a right child.
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
    root->right = pivot->left; //~ null-dereference
    pivot->left = root;
    return pivot;
}

// The root of a tree has no parent, and its depth is asked for.
#include <stddef.h>

struct tree {
    struct tree *parent;
    struct tree *left;
    struct tree *right;
};

int is_left_child(const struct tree *t) {
    if (t == NULL)
        return 0;
    return t->parent->left == t; //~ null-dereference
}

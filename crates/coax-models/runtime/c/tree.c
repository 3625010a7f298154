// tsearch, tfind, tdelete, twalk, twalk_r and tdestroy.
//
// An unbalanced-looking interface over a balanced tree: programs see only the key pointers, which
// are the first member of a node, and the order of a walk. The balance is by random priorities
// from a fixed sequence (a treap), so runs repeat.

#define _GNU_SOURCE
#include <search.h>
#include <stddef.h>
#include <stdlib.h>

struct Node {
    const void *key;
    struct Node *left, *right;
    unsigned priority;
};

typedef int Compare(const void *, const void *);

static unsigned next_priority(void)
{
    static unsigned state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static struct Node *rotate_right(struct Node *node)
{
    struct Node *left = node->left;
    node->left = left->right;
    left->right = node;
    return left;
}

static struct Node *rotate_left(struct Node *node)
{
    struct Node *right = node->right;
    node->right = right->left;
    right->left = node;
    return right;
}

// Inserts below `node`; `*found` is the node with the key, new or old.
static struct Node *insert(struct Node *node, const void *key, Compare *compare, struct Node **found)
{
    if (!node) {
        node = malloc(sizeof *node);
        if (node) {
            node->key = key;
            node->left = node->right = NULL;
            node->priority = next_priority();
        }
        *found = node;
        return node;
    }
    int order = compare(key, node->key);
    if (order == 0) {
        *found = node;
        return node;
    }
    if (order < 0) {
        node->left = insert(node->left, key, compare, found);
        return node->left && node->left->priority > node->priority ? rotate_right(node) : node;
    }
    node->right = insert(node->right, key, compare, found);
    return node->right && node->right->priority > node->priority ? rotate_left(node) : node;
}

void *tsearch(const void *key, void **root, Compare *compare)
{
    struct Node *found = NULL;
    if (!root)
        return NULL;
    *root = insert(*root, key, compare, &found);
    return found;
}

void *tfind(const void *key, void *const *root, Compare *compare)
{
    struct Node *node = root ? *root : NULL;
    while (node) {
        int order = compare(key, node->key);
        if (order == 0)
            return node;
        node = order < 0 ? node->left : node->right;
    }
    return NULL;
}

// Joins two trees of which all keys of the first come before those of the second.
static struct Node *join(struct Node *left, struct Node *right)
{
    if (!left)
        return right;
    if (!right)
        return left;
    if (left->priority > right->priority) {
        left->right = join(left->right, right);
        return left;
    }
    right->left = join(left, right->left);
    return right;
}

void *tdelete(const void *restrict key, void **restrict root, Compare *compare)
{
    struct Node **link = (struct Node **)root, *parent = NULL;
    if (!root)
        return NULL;
    while (*link) {
        struct Node *node = *link;
        int order = compare(key, node->key);
        if (order == 0) {
            *link = join(node->left, node->right);
            free(node);
            // The parent; for the root any pointer that is not null will do.
            return parent ? (void *)parent : (void *)root;
        }
        parent = node;
        link = order < 0 ? &node->left : &node->right;
    }
    return NULL;
}

static void walk(const struct Node *node, void (*action)(const void *, VISIT, int), int level)
{
    if (!node->left && !node->right) {
        action(node, leaf, level);
        return;
    }
    action(node, preorder, level);
    if (node->left)
        walk(node->left, action, level + 1);
    action(node, postorder, level);
    if (node->right)
        walk(node->right, action, level + 1);
    action(node, endorder, level);
}

void twalk(const void *root, void (*action)(const void *, VISIT, int))
{
    if (root && action)
        walk(root, action, 0);
}

static void walk_r(const struct Node *node, void (*action)(const void *, VISIT, void *), void *closure)
{
    if (!node->left && !node->right) {
        action(node, leaf, closure);
        return;
    }
    action(node, preorder, closure);
    if (node->left)
        walk_r(node->left, action, closure);
    action(node, postorder, closure);
    if (node->right)
        walk_r(node->right, action, closure);
    action(node, endorder, closure);
}

void twalk_r(const void *root, void (*action)(const void *, VISIT, void *), void *closure)
{
    if (root && action)
        walk_r(root, action, closure);
}

void tdestroy(void *root, void (*release)(void *))
{
    struct Node *node = root;
    if (!node)
        return;
    tdestroy(node->left, release);
    tdestroy(node->right, release);
    release((void *)node->key);
    free(node);
}

// A binary search tree: insertion, all traversals, deletion, height, and an AVL variant.
#include <stdio.h>
#include <stdlib.h>

struct Tree { struct Tree *left, *right; int key, height; };

static int height(const struct Tree *t) { return t ? t->height : 0; }
static int larger(int a, int b) { return a > b ? a : b; }
static void update(struct Tree *t) { t->height = 1 + larger(height(t->left), height(t->right)); }

static struct Tree *rotate_right(struct Tree *t) {
    struct Tree *l = t->left;
    t->left = l->right;
    l->right = t;
    update(t);
    update(l);
    return l;
}
static struct Tree *rotate_left(struct Tree *t) {
    struct Tree *r = t->right;
    t->right = r->left;
    r->left = t;
    update(t);
    update(r);
    return r;
}
static struct Tree *balance(struct Tree *t) {
    update(t);
    int d = height(t->left) - height(t->right);
    if (d > 1) {
        if (height(t->left->left) < height(t->left->right))
            t->left = rotate_left(t->left);
        return rotate_right(t);
    }
    if (d < -1) {
        if (height(t->right->right) < height(t->right->left))
            t->right = rotate_right(t->right);
        return rotate_left(t);
    }
    return t;
}
static struct Tree *insert(struct Tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
        t->height = 1;
        return t;
    }
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return balance(t);
}
static struct Tree *discard(struct Tree *t, int key) {
    if (!t)
        return NULL;
    if (key < t->key)
        t->left = discard(t->left, key);
    else if (key > t->key)
        t->right = discard(t->right, key);
    else if (!t->left || !t->right) {
        struct Tree *child = t->left ? t->left : t->right;
        free(t);
        return child;
    } else {
        struct Tree *next = t->right;
        while (next->left)
            next = next->left;
        t->key = next->key;
        t->right = discard(t->right, next->key);
    }
    return balance(t);
}
static void walk(const struct Tree *t, int order) {
    if (!t)
        return;
    if (order < 0) printf("%d ", t->key);
    walk(t->left, order);
    if (order == 0) printf("%d ", t->key);
    walk(t->right, order);
    if (order > 0) printf("%d ", t->key);
}
static void release(struct Tree *t) {
    if (t) {
        release(t->left);
        release(t->right);
        free(t);
    }
}

int main(void) {
    struct Tree *t = NULL;
    for (int i = 0; i < 20; i++)
        t = insert(t, i * 13 % 29);
    for (int order = -1; order <= 1; order++) {
        walk(t, order);
        puts("");
    }
    for (int i = 0; i < 29; i += 2)
        t = discard(t, i);
    walk(t, 0);
    printf("| %d\n", height(t));
    for (int i = 0; i < 1000; i++)
        t = insert(t, i);
    printf("%d %d\n", height(t), t->key);
    release(t);
    return 0;
}

// A tree of owners: two symbolic keys are inserted below a root.
//@ orders: dfs
//@ outcomes: 2 3
#include <coax.h>
#include <memory>

struct Node {
    int key;
    std::unique_ptr<Node> left, right;
};

static void insert(std::unique_ptr<Node> &at, int key) {
    if (!at) {
        at = std::make_unique<Node>();
        at->key = key;
    } else if (key < at->key) {
        insert(at->left, key);
    } else {
        insert(at->right, key);
    }
}

static int depth(const std::unique_ptr<Node> &at) {
    if (!at)
        return 0;
    int left = depth(at->left), right = depth(at->right);
    return 1 + (left > right ? left : right);
}

int main() {
    std::unique_ptr<Node> root;
    insert(root, 2);
    insert(root, coax_int("k"));
    insert(root, coax_int("k"));
    return depth(root);
}

// What the node-based containers keep out of line: the links of std::list and the
// balancing of the red-black trees behind std::map and std::set.
//
// Tree invariants (CLRS, chapter 13): the root is black, a red node has black children,
// every path from a node to a missing child has the same number of black nodes. The
// header node is red and has the root as its parent, the leftmost node as its left and
// the rightmost node as its right child; it is the end() iterator.

#include "runtime.h"

#include <list>
#include <map>

// ---- lists ------------------------------------------------------------------------------

namespace std::__detail {

void _List_node_base::_M_hook(_List_node_base *const position) noexcept {
    _M_next = position;
    _M_prev = position->_M_prev;
    position->_M_prev->_M_next = this;
    position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

// Moves the nodes [first, last) in front of this one.
void _List_node_base::_M_transfer(_List_node_base *const first,
                                  _List_node_base *const last) noexcept {
    if (this == last)
        return;
    _List_node_base *tail = last->_M_prev;
    first->_M_prev->_M_next = last;
    last->_M_prev = first->_M_prev;
    first->_M_prev = _M_prev;
    _M_prev->_M_next = first;
    tail->_M_next = this;
    _M_prev = tail;
}

void _List_node_base::_M_reverse() noexcept {
    _List_node_base *node = this;
    do {
        _List_node_base *next = node->_M_next;
        node->_M_next = node->_M_prev;
        node->_M_prev = next;
        node = next;
    } while (node != this);
}

// Makes the neighbours of a list header point to it, or to itself if the list is empty.
static void adopt_neighbours(_List_node_base &header, _List_node_base &old_header) {
    if (header._M_next == &old_header) {
        header._M_next = header._M_prev = &header;
    } else {
        header._M_next->_M_prev = &header;
        header._M_prev->_M_next = &header;
    }
}

void _List_node_base::swap(_List_node_base &x, _List_node_base &y) noexcept {
    _List_node_base kept = x;
    x = y;
    y = kept;
    adopt_neighbours(x, y);
    adopt_neighbours(y, x);
}

} // namespace std::__detail

// ---- trees ------------------------------------------------------------------------------

namespace std {
namespace {

using Node = _Rb_tree_node_base;

bool is_red(const Node *node) { return node && node->_M_color == _S_red; }

// The pointer in `node`'s parent (or in the header, for the root) that leads to `node`.
Node *&link_to(Node *node, Node &header) {
    if (node == header._M_parent)
        return header._M_parent;
    return node == node->_M_parent->_M_left ? node->_M_parent->_M_left : node->_M_parent->_M_right;
}

// A side of a node, so that mirrored cases are written once.
using Side = Node *Node::*;
constexpr Side left = &Node::_M_left;
constexpr Side right = &Node::_M_right;

// `node` goes down on `side`, its child on the other side takes its place.
void rotate(Node *node, Node &header, Side side, Side other) {
    Node *child = node->*other;
    link_to(node, header) = child;
    child->_M_parent = node->_M_parent;
    node->*other = child->*side;
    if (child->*side)
        (child->*side)->_M_parent = node;
    child->*side = node;
    node->_M_parent = child;
}

const Node *successor(const Node *node) {
    if (node->_M_right)
        return Node::_S_minimum(node->_M_right);
    const Node *parent = node->_M_parent;
    while (node == parent->_M_right) {
        node = parent;
        parent = parent->_M_parent;
    }
    // Climbing from the last node ends with the header being both: its right child is that
    // very node when the root has no right subtree.
    return node->_M_right != parent ? parent : node;
}

const Node *predecessor(const Node *node) {
    // Only the header is red and its own grandparent: before end() comes the last node.
    if (node->_M_color == _S_red && node->_M_parent->_M_parent == node)
        return node->_M_right;
    if (node->_M_left)
        return Node::_S_maximum(node->_M_left);
    const Node *parent = node->_M_parent;
    while (node == parent->_M_left) {
        node = parent;
        parent = parent->_M_parent;
    }
    return parent;
}

// `node` is red; restores "a red node has black children" upwards.
void repair_after_insert(Node *node, Node &header) {
    while (node != header._M_parent && is_red(node->_M_parent)) {
        Node *parent = node->_M_parent;
        Node *grandparent = parent->_M_parent;
        bool parent_is_left = parent == grandparent->_M_left;
        Side near = parent_is_left ? left : right;
        Side far = parent_is_left ? right : left;
        Node *uncle = grandparent->*far;
        if (is_red(uncle)) {
            parent->_M_color = uncle->_M_color = _S_black;
            grandparent->_M_color = _S_red;
            node = grandparent;
            continue;
        }
        if (node == parent->*far) {
            rotate(parent, header, near, far);
            parent = node;
        }
        parent->_M_color = _S_black;
        grandparent->_M_color = _S_red;
        rotate(grandparent, header, far, near);
        break;
    }
    header._M_parent->_M_color = _S_black;
}

// Paths through `node` (perhaps null, child of `parent`) lack one black node; repairs that.
void repair_after_erase(Node *node, Node *parent, Node &header) {
    while (node != header._M_parent && !is_red(node)) {
        bool node_is_left = node == parent->_M_left;
        Side near = node_is_left ? left : right;
        Side far = node_is_left ? right : left;
        Node *sibling = parent->*far;
        if (is_red(sibling)) {
            sibling->_M_color = _S_black;
            parent->_M_color = _S_red;
            rotate(parent, header, near, far);
            sibling = parent->*far;
        }
        if (!is_red(sibling->*near) && !is_red(sibling->*far)) {
            sibling->_M_color = _S_red;
            node = parent;
            parent = parent->_M_parent;
            continue;
        }
        if (!is_red(sibling->*far)) {
            (sibling->*near)->_M_color = _S_black;
            sibling->_M_color = _S_red;
            rotate(sibling, header, far, near);
            sibling = parent->*far;
        }
        sibling->_M_color = parent->_M_color;
        parent->_M_color = _S_black;
        (sibling->*far)->_M_color = _S_black;
        rotate(parent, header, near, far);
        break;
    }
    if (node)
        node->_M_color = _S_black;
}

// Removes a node with at most one child; its child (perhaps null) takes its place.
void splice_out(Node *node, Node *child, Node &header) {
    if (header._M_left == node)
        header._M_left = child ? Node::_S_minimum(child) : node->_M_parent;
    if (header._M_right == node)
        header._M_right = child ? Node::_S_maximum(child) : node->_M_parent;
    link_to(node, header) = child;
    if (child)
        child->_M_parent = node->_M_parent;
}

// `heir`, the successor of `node` in its right subtree, takes over its place and colour.
void replace_by_heir(Node *node, Node *heir, Node &header) {
    link_to(node, header) = heir;
    heir->_M_parent = node->_M_parent;
    heir->_M_left = node->_M_left;
    heir->_M_left->_M_parent = heir;
    heir->_M_right = node->_M_right;
    if (heir->_M_right)
        heir->_M_right->_M_parent = heir;
    std::swap(heir->_M_color, node->_M_color);
}

} // namespace

Node *_Rb_tree_increment(Node *node) throw() { return const_cast<Node *>(successor(node)); }

const Node *_Rb_tree_increment(const Node *node) throw() { return successor(node); }

Node *_Rb_tree_decrement(Node *node) throw() { return const_cast<Node *>(predecessor(node)); }

const Node *_Rb_tree_decrement(const Node *node) throw() { return predecessor(node); }

void _Rb_tree_insert_and_rebalance(const bool insert_left, Node *node, Node *parent,
                                   Node &header) throw() {
    node->_M_parent = parent;
    node->_M_left = node->_M_right = nullptr;
    node->_M_color = _S_red;
    if (parent == &header) {
        header._M_parent = header._M_left = header._M_right = node;
    } else if (insert_left) {
        parent->_M_left = node;
        if (parent == header._M_left)
            header._M_left = node;
    } else {
        parent->_M_right = node;
        if (parent == header._M_right)
            header._M_right = node;
    }
    repair_after_insert(node, header);
}

// Unlinks `node` and gives it back; its colour is then that of the place that vanished.
Node *_Rb_tree_rebalance_for_erase(Node *const node, Node &header) throw() {
    Node *child, *child_parent;
    if (node->_M_left && node->_M_right) {
        Node *heir = Node::_S_minimum(node->_M_right);
        child = heir->_M_right;
        child_parent = heir->_M_parent == node ? heir : heir->_M_parent;
        splice_out(heir, child, header);
        replace_by_heir(node, heir, header);
        if (header._M_right == node)
            header._M_right = heir;
    } else {
        child = node->_M_left ? node->_M_left : node->_M_right;
        child_parent = node->_M_parent;
        splice_out(node, child, header);
    }
    if (node->_M_color == _S_black && header._M_parent)
        repair_after_erase(child, child_parent, header);
    return node;
}

// Black nodes on the way from `node` up to `root`, both included.
unsigned int _Rb_tree_black_count(const Node *node, const Node *root) throw() {
    unsigned count = 0;
    for (; node; node = node->_M_parent) {
        count += node->_M_color == _S_black;
        if (node == root)
            break;
    }
    return count;
}

} // namespace std

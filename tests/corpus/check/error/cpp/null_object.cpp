// The value of a node that may be none; natively, the call itself is what is wrong.
//@ check: value_of

class Node {
  public:
    int value() const { return stored; } //~ null-dereference assuming null-argument

  private:
    int stored = 1;
};

int value_of(const Node *node) {
    return node->value();
}

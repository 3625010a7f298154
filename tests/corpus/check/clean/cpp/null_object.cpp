// The value of a node that may be none.
//@ check: value_of
//@ allow: constructed

class Node {
  public:
    int value() const { return stored; }

  private:
    int stored = 1;
};

int value_of(const Node *node) {
    return node ? node->value() : 0;
}

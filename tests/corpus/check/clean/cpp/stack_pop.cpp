// A fresh stack has nothing to pop.
//@ check: Stack::pop
//@ allow: constructed
class Stack {
public:
    Stack() : depth_(0) {}
    bool empty() const { return depth_ == 0; }
    void push(int value);
    int pop();

private:
    unsigned depth_;
    int items_[4];
};

void Stack::push(int value) {
    if (depth_ < 4)
        items_[depth_++] = value;
}

int Stack::pop() {
    if (empty() || depth_ > 4)
        return 0;
    return items_[--depth_];
}

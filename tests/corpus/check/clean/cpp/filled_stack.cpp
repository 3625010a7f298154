// A stack of four elements that takes no fifth one.
//@ check: Stack::push
//@ allow: constructed
class Stack {
    int data[4];
    int size;

public:
    Stack() : size(0) {}
    void push(int value) {
        if (size < 4)
            data[size++] = value;
    }
    int top() const { return size > 0 ? data[size - 1] : 0; }
};

int pushed(int value) {
    Stack stack;
    stack.push(value);
    return stack.top();
}

// Only when four elements have been pushed does a fifth one have no room.
//@ check: Stack::push
class Stack {
    int data[4];
    int size;

public:
    Stack() : size(0) {}
    void push(int value) {
        data[size++] = value; //~ out-of-bounds
    }
    int top() const { return size > 0 ? data[size - 1] : 0; }
};

int pushed(int value) {
    Stack stack;
    stack.push(value);
    return stack.top();
}

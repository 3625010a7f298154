// A virtual call on a null object.
#include <cstdio>
struct Base {
    virtual ~Base() = default;
    virtual int id() const { return 1; }
};
struct Derived : Base {
    int id() const override { return 2; }
};
static int call(const Base *b) {
    return b->id(); //~ null-dereference
}
int main() {
    Derived d;
    std::printf("%d\n", call(&d));
    return call(nullptr);
}

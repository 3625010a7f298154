// The input chooses the object, and the object the function.
//@ paths: 4
//@ outcomes: 0 3 4 99
#include <coax.h>

struct Shape {
    virtual ~Shape() = default;
    virtual int corners() const = 0;
};
struct Circle : Shape {
    int corners() const override { return 0; }
};
struct Triangle : Shape {
    int corners() const override { return 3; }
};
struct Square : Shape {
    int corners() const override { return 4; }
};

// Three cases and the default.
int main() {
    Circle circle;
    Triangle triangle;
    Square square;
    const Shape *s = nullptr;
    switch (coax_int("kind")) {
    case 0: s = &circle; break;
    case 1: s = &triangle; break;
    case 2: s = &square; break;
    default: return 99;
    }
    return s->corners();
}

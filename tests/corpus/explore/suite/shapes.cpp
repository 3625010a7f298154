// Virtual functions chosen by the input.
//@ coverage: full
//@ outcomes: 0 2 9
#include <coax.h>
#include <memory>

struct Shape {
    virtual ~Shape() = default;
    virtual int area(int size) const = 0;
};
struct Square : Shape {
    int area(int size) const override { return size * size; }
};
struct Triangle : Shape {
    int area(int size) const override { return size * size / 2; }
};

static std::unique_ptr<Shape> make(int kind) {
    if (kind == 0)
        return std::make_unique<Square>();
    return std::make_unique<Triangle>();
}

int main() {
    int size = coax_int("size");
    coax_assume(size > 1);
    coax_assume(size < 100);
    int area = make(coax_int("kind"))->area(size);
    if (area == 2)
        return 2;
    if (area == 9)
        return 9;
    return 0;
}

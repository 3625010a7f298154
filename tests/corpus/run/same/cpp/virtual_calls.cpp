// Virtual calls: overriding, abstract bases, calls from constructors, virtual destructors, covariant results.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

struct Shape {
    virtual ~Shape() { std::printf("~Shape "); }
    virtual double area() const = 0;
    virtual const char *name() const { return "shape"; }
    virtual Shape *clone() const = 0;
    double twice() const { return 2 * area(); }
};
struct Rect : Shape {
    double w, h;
    Rect(double a, double b) : w(a), h(b) { std::printf("in constructor: %s\n", name()); }
    ~Rect() override { std::printf("~Rect "); }
    double area() const override { return w * h; }
    const char *name() const override { return "rect"; }
    Rect *clone() const override { return new Rect(*this); }
};
struct Square final : Rect {
    explicit Square(double a) : Rect(a, a) {}
    ~Square() override { std::printf("~Square "); }
    const char *name() const final { return "square"; }
    Square *clone() const override { return new Square(*this); }
};
struct Circle : Shape {
    double r;
    explicit Circle(double radius) : r(radius) {}
    double area() const override { return 3 * r * r; }
    Circle *clone() const override { return new Circle(*this); }
};

static void describe(const Shape &s) { std::printf("%s %g %g\n", s.name(), s.area(), s.twice()); }

int main() {
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.emplace_back(new Rect(2, 3));
    shapes.emplace_back(new Square(4));
    shapes.emplace_back(new Circle(1));
    for (auto &s : shapes)
        describe(*s);
    std::vector<std::unique_ptr<Shape>> copies;
    for (auto &s : shapes)
        copies.emplace_back(s->clone());
    copies[0]->twice();
    for (auto &s : copies)
        describe(*s);
    Square sq(5);
    std::printf("%g %s %s\n", sq.Shape::twice(), sq.Rect::name(), static_cast<Shape &>(sq).name());
    shapes.clear();
    std::puts("");
    copies.pop_back();
    std::puts("");
    return 0;
}

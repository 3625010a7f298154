// Classes with virtual functions, containers, algorithms, and an exception that is caught.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

class Shape {
public:
    virtual ~Shape() = default;
    virtual double area() const = 0;
    virtual std::string name() const = 0;
};

class Rectangle : public Shape {
public:
    Rectangle(double width, double height) : width_(width), height_(height) {
        if (width < 0 || height < 0)
            throw std::invalid_argument("a rectangle needs positive sides");
    }
    double area() const override { return width_ * height_; }
    std::string name() const override { return width_ == height_ ? "square" : "rectangle"; }

private:
    double width_, height_;
};

class Circle : public Shape {
public:
    explicit Circle(double radius) : radius_(radius) {}
    double area() const override { return 3.14159265358979 * radius_ * radius_; }
    std::string name() const override { return "circle"; }

private:
    double radius_;
};

int main() {
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.push_back(std::make_unique<Rectangle>(3, 4));
    shapes.push_back(std::make_unique<Circle>(1));
    shapes.push_back(std::make_unique<Rectangle>(2, 2));
    try {
        shapes.push_back(std::make_unique<Rectangle>(-1, 1));
    } catch (const std::invalid_argument &error) {
        std::printf("refused: %s\n", error.what());
    }
    std::sort(shapes.begin(), shapes.end(),
              [](const auto &a, const auto &b) { return a->area() < b->area(); });
    for (const auto &shape : shapes)
        std::printf("%-10s %6.3f\n", shape->name().c_str(), shape->area());
    return 0;
}

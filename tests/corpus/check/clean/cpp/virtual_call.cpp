// Each of the shapes has sides to divide by.
//@ check: side_of_first
class Shape {
public:
    virtual ~Shape() = default;
    virtual int sides() const = 0;
};

class Square : public Shape {
public:
    int sides() const override { return 4; }
};

class Circle : public Shape {
public:
    int sides() const override { return 1; }
};

int side_of_first(bool round, unsigned char perimeter) {
    Square square;
    Circle circle;
    const Shape &shape = round ? static_cast<const Shape &>(circle) : square;
    return perimeter / shape.sides();
}

// All shapes a caller may hand over have sides.
//@ check: side_length
//@ allow: constructed
class Shape {
public:
    virtual ~Shape() = default;
    virtual int sides() const { return 3; }
};

class Circle : public Shape {
public:
    int sides() const override { return 1; }
};

int side_length(const Shape &shape, unsigned char perimeter) {
    return perimeter / shape.sides();
}

int side_of_circle(unsigned char perimeter) {
    Circle circle;
    return side_length(circle, perimeter);
}

// All shapes a caller may hand over have sides.
//@ check: side_length
//@ allow: constructed
class Shape {
public:
    explicit Shape(int sides) : sides_(sides) {}
    virtual ~Shape() = default;
    virtual int sides() const { return sides_; }

private:
    int sides_;
};

Shape triangle() { return Shape(3); }

int side_length(const Shape &shape, unsigned char perimeter) {
    if (shape.sides() == 0)
        return 0;
    return perimeter / shape.sides();
}

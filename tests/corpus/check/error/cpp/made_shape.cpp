// Of the shapes a caller may hand over, one has no sides.
//@ check: side_length
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
    return perimeter / shape.sides(); //~ division-by-zero
}

// A small class with a constructor travels in registers; so does what its constructor makes.
//@ check: ratio
class Point {
public:
    Point(short x, short y) : x_(x), y_(y + 1) {}
    int x() const { return x_; }
    int y() const { return y_; }

private:
    int x_;
    int y_;
};

int ratio(int scale, Point point) {
    if (scale < 0 || scale > 9)
        return 0;
    return point.x() * scale / point.y(); //~ division-by-zero
}

// A constructor that never makes a zero: nothing but what it makes is passed.
//@ check: ratio
//@ allow: constructed
class Point {
public:
    Point(short x, unsigned char y) : x_(x), y_(y + 1) {}
    int x() const { return x_; }
    int y() const { return y_; }

private:
    int x_;
    int y_;
};

int ratio(int scale, Point point) {
    if (scale < 0 || scale > 9)
        return 0;
    return point.x() * scale / point.y();
}

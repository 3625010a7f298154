// A pointer that owns a point, or none.
//@ check: height
//@ allow: constructed
#include <memory>

struct Point {
    int x;
    int y;
};

int height(std::unique_ptr<Point> point) {
    if (point && point->x == 5)
        return point->y;
    return 0;
}

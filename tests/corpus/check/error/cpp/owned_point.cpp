// A pointer that owns a point, or none.
//@ check: height
#include <memory>

struct Point {
    int x;
    int y;
};

int height(std::unique_ptr<Point> point) {
    if (point && point->x == 5)
        return point->y;
    return point->x; //~ null-dereference
}

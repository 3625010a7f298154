// Elements are structures, and the vector is the function's own.
//@ check: steepness
#include <vector>

struct Point {
    short x;
    short y;
};

int steepness(std::vector<Point> points) {
    int sum = 0;
    for (const Point &point : points)
        sum += 1000 / (point.x - 7); //~ division-by-zero
    return sum;
}

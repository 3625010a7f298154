//@ flavour: memory
#include <vector>

struct point {
    int x, y;
    point() : x(1) {}
};

int main() {
    std::vector<point> points(1);
    if (points[0].y == 7) //~ uninitialized-read
        return 1;
    return 0;
}

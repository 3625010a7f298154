// A class, a template, and a member nobody sets.
#include <cstdlib>
#include <string>
#include <vector>

namespace shapes {
struct box {
    int wide, high;
    int unset;
    box() : wide(3), high(4) {}
    int area(int scale) const {
        int least = scale > 9 ? unset : 1;
        if (scale > least)
            return wide * high * scale;
        return wide * high;
    }
};

template <typename T> T larger(T a, T b) {
    if (a > b)
        return a;
    return b;
}
} // namespace shapes

int main(int, char **argv) {
    std::vector<shapes::box> boxes(1);
    std::string text = argv[1];
    return shapes::larger(boxes[0].area(std::atoi(text.c_str())), 1) == 0;
}

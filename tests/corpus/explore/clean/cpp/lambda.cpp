// A lambda with a captured symbolic limit.
//@ paths: 4
//@ outcomes: 0 1 2 3
#include <algorithm>
#include <array>
#include <coax.h>

// The limit lies below 2, 5, 8, or above all: counts 3, 2, 1, 0.
int main() {
    std::array<int, 3> v{2, 5, 8};
    int limit = coax_int("limit");
    return static_cast<int>(std::count_if(v.begin(), v.end(), [limit](int x) { return x > limit; }));
}

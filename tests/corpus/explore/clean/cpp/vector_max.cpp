// The place of the maximum of three symbolic elements.
//@ paths: 4
//@ outcomes: 0 1 2
#include <algorithm>
#include <coax.h>
#include <vector>

// Two comparisons, each with two answers.
int main() {
    std::vector<int> v(3);
    for (int &x : v)
        x = coax_int("v");
    return static_cast<int>(std::max_element(v.begin(), v.end()) - v.begin());
}

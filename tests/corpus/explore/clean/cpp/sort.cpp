// std::sort of three symbolic elements.
//@ orders: dfs
#include <algorithm>
#include <cassert>
#include <coax.h>
#include <vector>

int main() {
    std::vector<int> v(3);
    for (int &x : v)
        x = coax_int("v");
    std::sort(v.begin(), v.end());
    assert(v[0] <= v[1]);
    assert(v[1] <= v[2]);
    return 0;
}

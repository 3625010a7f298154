// The first element is asked for after elements are added.
//@ check: first_after
#include <vector>

int first_after(int value, bool more) {
    std::vector<int> v(1, value);
    if (more)
        v.push_back(2);
    return v[0];
}

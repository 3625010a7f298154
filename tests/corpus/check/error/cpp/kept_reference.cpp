// A reference to the first element is kept while elements are added.
//@ check: first_after
#include <vector>

int first_after(int value, bool more) {
    std::vector<int> v(1, value);
    int &first = v[0];
    if (more)
        v.push_back(2);
    return first; //~ use-after-free
}

// A reference into a vector does not survive its growth.
#include <coax.h>
#include <vector>

int main() {
    std::vector<int> v{1, 2};
    v.shrink_to_fit();
    int &first = v[0];
    if (coax_bool("more"))
        v.push_back(3);
    return first; //~ use-after-free
}

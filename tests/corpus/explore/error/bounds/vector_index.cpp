// operator[] of a vector is not checked.
#include <coax.h>
#include <vector>

int main() {
    std::vector<int> v{1, 2, 3, 4};
    v.shrink_to_fit();
    unsigned i = coax_uint("i");
    if (i > v.size())
        return 0;
    return v[i]; //~ out-of-bounds
}

// The element behind the last one.
//@ check: fourth
#include <vector>

int fourth(const std::vector<int> &values) {
    if (values.size() < 3)
        return 0;
    return values[3]; //~ out-of-bounds
}

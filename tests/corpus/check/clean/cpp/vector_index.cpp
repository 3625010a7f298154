// The fourth element, if there is one.
//@ check: fourth
//@ allow: constructed
#include <vector>

int fourth(const std::vector<int> &values) {
    if (values.size() < 4)
        return 0;
    return values[3];
}

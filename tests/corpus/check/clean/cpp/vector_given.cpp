// The middle of a vector that is not empty.
//@ check: middle_ratio
//@ allow: constructed
#include <vector>

unsigned middle_ratio(const std::vector<unsigned> &values) {
    if (values.empty())
        return 0;
    return 100 / static_cast<unsigned>(values.size());
}

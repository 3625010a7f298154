// The share of each element of a vector that is not empty.
//@ check: share_of_each
//@ allow: constructed
#include <vector>

std::vector<unsigned> nothing() { return std::vector<unsigned>(); }

unsigned share_of_each(const std::vector<unsigned> &values) {
    if (values.empty())
        return 0;
    return 100 / static_cast<unsigned>(values.size());
}

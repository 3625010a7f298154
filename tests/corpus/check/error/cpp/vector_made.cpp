// The share of each element of a vector that may be empty.
//@ check: share_of_each
#include <vector>

std::vector<unsigned> nothing() { return std::vector<unsigned>(); }

unsigned share_of_each(const std::vector<unsigned> &values) {
    return 100 / static_cast<unsigned>(values.size()); //~ division-by-zero
}

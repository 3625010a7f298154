// The middle of a vector that may be empty.
//@ check: middle_ratio
#include <vector>

unsigned middle_ratio(const std::vector<unsigned> &values) {
    return 100 / static_cast<unsigned>(values.size()); //~ division-by-zero
}

// The spread of a vector with one element.
//@ check: spread
#include <vector>

std::vector<unsigned> nothing() { return std::vector<unsigned>(); }

unsigned spread(const std::vector<unsigned> &values) {
    if (values.empty())
        return 0;
    return 100 / static_cast<unsigned>(values.size() - 1); //~ division-by-zero
}

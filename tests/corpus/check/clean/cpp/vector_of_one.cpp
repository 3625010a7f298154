// The spread of a vector with one element, which is none.
//@ check: spread
//@ allow: constructed
#include <vector>

std::vector<unsigned> nothing() { return std::vector<unsigned>(); }

unsigned spread(const std::vector<unsigned> &values) {
    if (values.size() < 2)
        return 0;
    return 100 / static_cast<unsigned>(values.size() - 1);
}

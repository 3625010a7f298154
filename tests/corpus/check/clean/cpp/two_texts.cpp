// Two texts of any length are given at once: that makes four paths.
//@ check: distance --max-paths 8
//@ allow: constructed
#include <string>

int distance(const std::string &one, const std::string &other) {
    if (one.size() == 3 && other.size() == 5)
        return one[2] == other[4] ? 0 : 100 / (one[2] - other[4]);
    return 0;
}

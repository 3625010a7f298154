// Two texts of any length are given at once.
#include <string>

int distance(const std::string &one, const std::string &other) {
    if (one.size() == 3 && other.size() == 5)
        return 100 / (one[2] - other[4]); //~ division-by-zero
    return 0;
}

// The first letter of two texts, of which one may be empty.
//@ check: same_start
#include <array>
#include <string>

bool same_start(const std::array<std::string, 2> &texts) {
    char letters[3] = {'a', 'b', 'c'};
    std::size_t length = texts[1].size();
    return texts[0].size() > 1 && texts[0][0] == letters[length]; //~ out-of-bounds
}

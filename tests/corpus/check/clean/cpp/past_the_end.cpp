// The element behind the one that was found is used if there is one.
//@ check: successor
#include <array>

unsigned successor(unsigned wanted) {
    std::array<unsigned, 3> ring{4, 8, 15};
    auto it = ring.begin();
    while (it != ring.end() && *it != wanted)
        ++it;
    if (it == ring.end() || it + 1 == ring.end())
        return 0;
    ++it;
    return *it;
}

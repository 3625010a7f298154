// The element behind the one that was found may be the end.
//@ check: successor
#include <array>

unsigned successor(unsigned wanted) {
    std::array<unsigned, 3> ring{4, 8, 15};
    auto it = ring.begin();
    while (it != ring.end() && *it != wanted)
        ++it;
    if (it == ring.end())
        return 0;
    ++it;
    return *it; //~ out-of-bounds
}

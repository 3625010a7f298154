// Two symbolic keys in a map: equal, or in either order.
//@ outcomes: 1 2
#include <coax.h>
#include <map>

int main() {
    std::map<int, int> m;
    int a = coax_int("k"), b = coax_int("k");
    m[a] = 1;
    m[b] = 2;
    return static_cast<int>(m.size());
}

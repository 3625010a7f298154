// The other user of the shared definitions.
#include "shared.hpp"

int bump_elsewhere(int n) { return bump(n * 10); }
const std::type_info &type_elsewhere() {
    static Shape s;
    const Shape &r = s;
    return typeid(r);
}
void throw_elsewhere(int n) {
    Box<int> b;
    b.value = twice(n);
    throw Problem(b.value);
}

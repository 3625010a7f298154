// Inline functions, templates and classes defined in several files are one; static locals are shared.
#include "shared.hpp"

int bump_elsewhere(int n);
const std::type_info &type_elsewhere();
void throw_elsewhere(int n);

int main() {
    std::printf("%d %d %d\n", bump(1), bump_elsewhere(2), bump(3));
    std::printf("%d\n", twice(4) + twice<long>(5) > 0);
    std::printf("%d %s\n", type_elsewhere() == typeid(Shape), typeid(Box<int>).name());
    try {
        throw_elsewhere(9);
    } catch (const Problem &p) {
        std::printf("%d %s\n", p.code, p.what());
    }
    std::printf("%d\n", Shape().sides());
    return 0;
}

// An exception leaves a noexcept function; the handler outside does not help.
#include <cstdio>
#include <stdexcept>
static void inner() noexcept {
    throw std::logic_error("not allowed"); //~ uncaught-exception
}
int main() {
    try {
        inner();
    } catch (...) {
        std::puts("never");
    }
    return 0;
}

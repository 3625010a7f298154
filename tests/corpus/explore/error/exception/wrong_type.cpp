// One of the exceptions that are thrown is not one that is caught.
#include <coax.h>
#include <stdexcept>

static void check(int code) {
    if (code == 1)
        throw std::out_of_range("one");
    if (code == 2)
        throw std::runtime_error("two"); //~ uncaught-exception
}

int main() {
    try {
        check(coax_int("code"));
    } catch (const std::logic_error &) {
        return 1;
    }
    return 0;
}

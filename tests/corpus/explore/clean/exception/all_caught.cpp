// Every exception that can be thrown has a handler.
//@ paths: 4
//@ outcomes: 0 1 2 3
#include <coax.h>
#include <stdexcept>

static void check(int code) {
    if (code == 1)
        throw std::out_of_range("one");
    if (code == 2)
        throw std::runtime_error("two");
    if (code == 3)
        throw 3;
}

int main() {
    try {
        check(coax_int("code"));
    } catch (const std::logic_error &) {
        return 1;
    } catch (const std::exception &) {
        return 2;
    } catch (int n) {
        return n;
    }
    return 0;
}

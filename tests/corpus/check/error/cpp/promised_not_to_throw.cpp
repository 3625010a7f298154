// A function promises not to throw and reads a number that may be missing.
//@ check: port_or_default
#include <stdexcept>

static int parse_port(int digit) {
    if (digit < 0 || digit > 9)
        throw std::invalid_argument("no digit");
    return 8000 + digit;
}

int port_or_default(int digit) noexcept {
    return digit == 0 ? 80 : parse_port(digit); //~ uncaught-exception
}

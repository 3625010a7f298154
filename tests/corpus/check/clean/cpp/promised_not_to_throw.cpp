// A function promises not to throw and catches what may be thrown.
//@ check: port_or_default
#include <stdexcept>

static int parse_port(int digit) {
    if (digit < 0 || digit > 9)
        throw std::invalid_argument("no digit");
    return 8000 + digit;
}

int port_or_default(int digit) noexcept {
    try {
        return digit == 0 ? 80 : parse_port(digit);
    } catch (const std::invalid_argument &) {
        return 80;
    }
}

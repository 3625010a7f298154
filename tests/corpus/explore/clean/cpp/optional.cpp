// A parse result that may be absent.
//@ paths: 2
//@ outcomes: 4 99
#include <coax.h>
#include <optional>

static std::optional<int> half(int x) {
    if (x == 8)
        return x / 2;
    return std::nullopt;
}

int main() {
    return half(coax_int("x")).value_or(99);
}

// The standard library has a function of this name, too.
//@ check: apply
//@ allow: constructed
#include <functional>

int apply(const std::function<int(int)> &function, int value) {
    int divisor = function(value);
    return divisor > 0 ? 100 / divisor : 0;
}

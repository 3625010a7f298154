// The standard library has a function of this name, too.
//@ check: apply
#include <functional>

int apply(const std::function<int(int)> &function, int value) {
    return 100 / function(value); //~ division-by-zero in apply assuming stub
}

// A lambda that captured a dead local by reference.
#include <functional>
static std::function<int()> counter() {
    int n = 41;
    return [&n] { return n + 1; }; //~ use-after-free
}
int main() {
    auto f = counter();
    return f();
}

// A raw pointer kept beyond the reset of its owner.
#include <memory>
struct Item { int n = 3; };
int main() {
    auto owner = std::make_unique<Item>();
    Item *raw = owner.get();
    int before = raw->n;
    owner.reset();
    return before + raw->n; //~ use-after-free
}

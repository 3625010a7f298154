// unique_ptr, shared_ptr, weak_ptr: ownership, deleters, aliasing, cycles broken, enable_shared_from_this, casts.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct Node {
    std::string name;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> back;
    explicit Node(std::string n) : name(std::move(n)) { std::printf("+%s ", name.c_str()); }
    virtual ~Node() { std::printf("-%s ", name.c_str()); }
};
struct Leaf : Node, std::enable_shared_from_this<Leaf> {
    int value = 3;
    using Node::Node;
    std::shared_ptr<Leaf> self() { return shared_from_this(); }
};
struct CloseLog { void operator()(FILE *f) const { std::printf("close %d ", std::fclose(f)); } };

int main() {
    {
        auto a = std::make_unique<Node>("unique");
        std::unique_ptr<Node> b = std::move(a);
        std::printf("%d %s\n", a == nullptr, b->name.c_str());
        b.reset(new Leaf("leaf"));
        Node *raw = b.release();
        delete raw;
        std::unique_ptr<FILE, CloseLog> f(std::tmpfile());
        std::unique_ptr<int[]> array(new int[4]{1, 2, 3, 4});
        std::printf("%d\n", array[2]);
        int calls = 0;
        auto deleter = [&calls](int *p) { calls++; delete p; };
        {
            std::unique_ptr<int, decltype(deleter)> p(new int(5), deleter);
        }
        std::printf("%d\n", calls);
    }
    std::puts("");
    {
        auto first = std::make_shared<Node>("first"), second = std::make_shared<Node>("second");
        first->next = second;
        second->back = first;
        std::printf("%ld %ld %s\n", first.use_count(), second.use_count(), second->back.lock()->name.c_str());
        std::weak_ptr<Node> watch = second;
        second.reset();
        std::printf("%d ", watch.expired());
        first->next = nullptr;
        std::printf("%d %d\n", watch.expired(), watch.lock() == nullptr);
    }
    std::puts("");
    {
        auto leaf = std::make_shared<Leaf>("self");
        auto again = leaf->self();
        std::shared_ptr<Node> base = again;
        auto down = std::dynamic_pointer_cast<Leaf>(base);
        auto bad = std::dynamic_pointer_cast<Leaf>(std::make_shared<Node>("temp"));
        std::printf("%ld %d %d\n", leaf.use_count(), down->value, bad == nullptr);
        std::shared_ptr<int> alias(leaf, &leaf->value); /* keeps the whole alive */
        leaf.reset();
        again.reset();
        base.reset();
        down.reset();
        std::printf("%d %ld\n", *alias, alias.use_count());
    }
    std::puts("");
    try {
        std::weak_ptr<int> empty;
        std::shared_ptr<int> p(empty);
    } catch (const std::bad_weak_ptr &e) {
        std::puts(e.what());
    }
    std::vector<std::shared_ptr<Node>> list;
    for (int i = 0; i < 3; i++)
        list.push_back(std::make_shared<Node>("n" + std::to_string(i)));
    auto copy = list;
    list.clear();
    std::printf("%ld\n", copy[0].use_count());
    std::shared_ptr<Node> custom(new Node("custom"), [](Node *n) { std::printf("deleter "); delete n; });
    custom.reset();
    std::puts("");
    return 0;
}

// Events with subscriptions that remove themselves, weak observers, exceptions from handlers, re-entrancy.
#include <cstdio>
#include <functional>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>

template <class... A> class Event {
    struct Slot { int id; std::function<void(A...)> call; bool dead = false; };
    std::list<Slot> slots;
    int next = 1;
public:
    int connect(std::function<void(A...)> f) {
        slots.push_back({next, std::move(f)});
        return next++;
    }
    void disconnect(int id) {
        for (auto &s : slots)
            s.dead = s.dead || s.id == id;
    }
    int fire(A... args) {
        int errors = 0;
        for (auto &s : slots)
            if (!s.dead)
                try {
                    s.call(args...);
                } catch (const std::exception &e) {
                    std::printf("[%s] ", e.what());
                    errors++;
                }
        slots.remove_if([](const Slot &s) { return s.dead; });
        return errors;
    }
    size_t size() const { return slots.size(); }
};

struct Listener : std::enable_shared_from_this<Listener> {
    std::string name;
    int total = 0;
    explicit Listener(std::string n) : name(std::move(n)) {}
    void listen(Event<int> &e) {
        e.connect([weak = weak_from_this()](int n) {
            if (auto self = weak.lock())
                self->total += n;
            else
                std::printf("(gone) ");
        });
    }
};

int main() {
    Event<int> event;
    auto a = std::make_shared<Listener>("a"), b = std::make_shared<Listener>("b");
    a->listen(event);
    b->listen(event);
    int once = 0;
    once = event.connect([&](int n) {
        std::printf("once %d ", n);
        event.disconnect(once);
    });
    event.connect([](int n) {
        if (n > 5)
            throw std::out_of_range("too large: " + std::to_string(n));
    });
    event.connect([&](int n) {
        if (n == 3)
            event.connect([](int m) { std::printf("late %d ", m); });
    });
    std::printf("| %d %zu\n", event.fire(3), event.size());
    std::printf("| %d %zu\n", event.fire(9), event.size());
    b.reset();
    std::printf("| %d\n", event.fire(1));
    std::printf("%d\n", a->total);
    return 0;
}

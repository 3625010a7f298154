// Static locals are initialised once, on first use; recursion, exceptions and retries; inline variables.
#include <cstdio>
#include <string>

inline int shared_counter = 0;
struct Widget {
    inline static int made = 0;
    int id;
    explicit Widget(int n) : id(n) {
        made++;
        std::printf("make %d\n", n);
    }
    ~Widget() { std::printf("destroy %d\n", id); }
};

static Widget &first() {
    static Widget w(1);
    return w;
}
static Widget &second() {
    static Widget w(first().id + 1); /* first is made before, destroyed after */
    return w;
}
static int attempts;
static int &fragile() {
    static int value = [] {
        if (++attempts < 3)
            throw attempts;
        return attempts * 100;
    }();
    return value;
}
template <class T> static T &per_type() {
    static T value{};
    return value;
}
static const std::string &name() {
    static const std::string s = "computed " + std::to_string(++shared_counter);
    return s;
}
static int sequence() {
    static int n = (std::puts("init sequence"), 10);
    return n++;
}

int main() {
    std::puts("start");
    second();
    first();
    second();
    std::printf("%d\n", Widget::made);
    for (int i = 0; i < 4; i++)
        try {
            std::printf("%d\n", fragile());
        } catch (int n) {
            std::printf("failed %d\n", n);
        }
    per_type<int>() += 5;
    per_type<long>() += 6;
    per_type<int>() += 5;
    std::printf("%d %ld\n", per_type<int>(), per_type<long>());
    std::printf("%s %s %d\n", name().c_str(), name().c_str(), shared_counter);
    int a = sequence(), b = sequence();
    std::printf("%d %d\n", a, b);
    return 0;
}

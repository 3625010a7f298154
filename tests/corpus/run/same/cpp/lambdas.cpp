// Lambdas: captures by value, reference, move, this, mutable, generic, recursive, returned, in containers.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

struct Counter {
    int n = 0;
    auto adder() { return [this](int k) { return n += k; }; }
    auto frozen() { return [*this](int k) { return n + k; }; }
};

static std::function<int(int)> compose(std::vector<std::function<int(int)>> fs) {
    return [fs = std::move(fs)](int x) {
        for (auto &f : fs)
            x = f(x);
        return x;
    };
}

static int apply(int (*f)(int), int x) { return f(x); }

int main() {
    int a = 1, b = 2;
    auto by_value = [a, b] { return a * 10 + b; };
    auto by_ref = [&] { return a * 10 + b; };
    a = 5;
    std::printf("%d %d\n", by_value(), by_ref());
    auto counter = [n = 0]() mutable { return ++n; };
    auto copy = counter;
    counter();
    counter();
    std::printf("%d %d\n", counter(), copy());
    auto generic = [](auto x, auto y) { return x + y; };
    std::printf("%d %g %s\n", generic(1, 2), generic(1.5, 2), generic(std::string("a"), "b").c_str());
    auto fib = [](auto &self, int n) -> long { return n < 2 ? n : self(self, n - 1) + self(self, n - 2); };
    std::printf("%ld\n", fib(fib, 15));
    std::function<int(int)> fact = [&fact](int n) { return n < 2 ? 1 : n * fact(n - 1); };
    std::printf("%d\n", fact(10));
    Counter c;
    auto add = c.adder();
    auto frozen = c.frozen();
    add(3);
    add(4);
    std::printf("%d %d\n", c.n, frozen(1));
    auto owner = [p = std::make_unique<int>(9)] { return *p * 2; };
    std::printf("%d\n", owner());
    auto chain = compose({[](int x) { return x + 1; }, [&a](int x) { return x * a; }, [](int x) { return -x; }});
    std::printf("%d\n", chain(6));
    std::printf("%d %d\n", apply([](int x) { return x * x; }, 12), apply(+[](int x) { return x - 1; }, 12));
    std::vector<int> v{5, 3, 8, 1};
    int comparisons = 0;
    std::sort(v.begin(), v.end(), [&comparisons](int x, int y) { comparisons++; return x > y; });
    for (int x : v)
        std::printf("%d ", x);
    std::printf("%d\n", comparisons > 0);
    std::vector<std::function<void()>> later;
    for (int i = 0; i < 3; i++)
        later.push_back([i, &b] { b = b * 10 + i; });
    for (auto &f : later)
        f();
    std::printf("%d\n", b);
    auto variadic = [](auto... xs) { return (xs + ... + 0); };
    std::printf("%d %d\n", variadic(), variadic(1, 2, 3));
    std::printf("%d\n", [](int x) { if (x > 2) return 1; return 0; }(3));
    return 0;
}
